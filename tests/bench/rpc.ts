/** Straight to the server, as a device asks it. */
import { DEMO_PASSWORD, type TestBackend } from '../support/test-backend.ts';

export interface SignedIn {
  readonly userId: string;
  rpc<T = Record<string, unknown>>(name: string, body: object): Promise<T>;
}

export async function signIn(backend: TestBackend, email: string): Promise<SignedIn> {
  const headers = { apikey: backend.publishableKey, 'content-type': 'application/json' };
  const answer = await fetch(`${backend.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  const { access_token, user } = (await answer.json()) as { access_token: string; user: { id: string } };
  return {
    userId: user.id,
    async rpc<T>(name: string, body: object) {
      const called = await fetch(`${backend.url}/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${access_token}` },
        body: JSON.stringify(body),
      });
      if (!called.ok) throw new Error(`${name}: ${called.status} ${await called.text()}`);
      return (await called.json()) as T;
    },
  };
}
