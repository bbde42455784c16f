/** A person's hands, counted: each press of the mouse, each key, each pull. Looking and hovering cost nothing. */
import type { CDPSession, Locator, Page } from '@playwright/test';

export class Hands {
  private clicks = 0;
  private keys = 0;

  private constructor(
    private readonly page: Page,
    private readonly cdp: CDPSession,
  ) {}

  static async of(page: Page): Promise<Hands> {
    return new Hands(page, await page.context().newCDPSession(page));
  }

  async click(target: Locator, button: 'left' | 'right' = 'left'): Promise<void> {
    await target.click({ button });
    this.clicks += 1;
  }

  /** A click that is made by whoever knows better where. */
  async press(by: () => Promise<unknown>): Promise<void> {
    await by();
    this.clicks += 1;
  }

  /** A key, or several that are held together: `Control+Enter` counts once. */
  async key(...names: readonly string[]): Promise<void> {
    for (const name of names) {
      await this.page.keyboard.press(name);
      this.keys += 1;
    }
  }

  /** Letter by letter, as a Bulgarian keyboard sends them, which Playwright's cannot. */
  async type(text: string): Promise<void> {
    for (const key of text) {
      await this.cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key, unmodifiedText: key });
      await this.cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key });
      this.keys += 1;
    }
  }

  /** What was needed since it was last asked, as the table of the tasks writes it: “1c 12k”. */
  counted(): string {
    const said = [this.clicks && `${this.clicks}c`, this.keys && `${this.keys}k`].filter(Boolean).join(' ');
    this.clicks = 0;
    this.keys = 0;
    return said;
  }
}
