/** A certificate for 127.0.0.1 that signs itself, made here: Node makes keys but no certificates, and a key in the repository is none. */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A DER element: tag, length, content. */
function der(tag: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const sequence = (...content: Buffer[]) => der(0x30, ...content);
const set = (...content: Buffer[]) => der(0x31, ...content);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const COMMON_NAME = oid('550403');
const ALTERNATIVE_NAMES = oid('551d11');
const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'));

const name = (text: string) => sequence(set(sequence(COMMON_NAME, der(0x0c, Buffer.from(text)))));
const time = (at: Date) => der(0x18, Buffer.from(`${at.toISOString().replace(/\D/g, '').slice(0, 14)}Z`));

export interface Certificate {
  key: string;
  cert: string;
}

/** Valid from a day ago for ten days, for 127.0.0.1 and localhost. */
export function selfSigned(): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const day = 24 * 3_600_000;
  const names = sequence(der(0x87, Buffer.from([127, 0, 0, 1])), der(0x82, Buffer.from('localhost')));
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_SHA256,
    name('Greben tests'),
    sequence(time(new Date(Date.now() - day)), time(new Date(Date.now() + 9 * day))),
    name('Greben tests'),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(ALTERNATIVE_NAMES, der(0x04, names)))),
  );
  const signature = sign('sha256', content, privateKey);
  const whole = sequence(content, ECDSA_SHA256, der(0x03, Buffer.from([0]), signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}
