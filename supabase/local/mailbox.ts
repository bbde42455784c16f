/** No auth mail leaves this machine: it is kept in memory and shown in the log. */
import type { EmailDriver, EmailMessage } from '@supabase/lite';

export interface CaughtMail extends EmailMessage {
  at: string;
}

const KEPT = 200;

export class Mailbox implements EmailDriver {
  readonly mails: CaughtMail[] = [];
  readonly #log: (line: string) => void;

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  async send(message: EmailMessage): Promise<void> {
    this.mails.push({ ...message, at: new Date().toISOString() });
    if (this.mails.length > KEPT) this.mails.shift();
    this.#log(`Mail to ${message.to}: ${message.subject}\n${message.text ?? ''}`);
  }
}
