/** The service worker as the browser drives it, from a page of the same browser that is none of ours. */
import type { BrowserContext, CDPSession, Page } from '@playwright/test';

const TAG = 'greben-push';

interface Registration {
  registrationId: string;
  scopeURL: string;
  isDeleted: boolean;
}

export class WorkerHandle {
  private constructor(
    readonly page: Page,
    private readonly cdp: CDPSession,
    private readonly origin: string,
    private readonly registrationId: string,
  ) {}

  /** @param origin the app's address; its service worker is registered already */
  static async open(context: BrowserContext, origin: string): Promise<WorkerHandle> {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    const found = new Promise<Registration>((resolve) => {
      cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }: { registrations: Registration[] }) => {
        const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted);
        if (ours) resolve(ours);
      });
    });
    await cdp.send('ServiceWorker.enable');
    return new WorkerHandle(page, cdp, origin, (await found).registrationId);
  }

  /** What the browser does when it thinks that the line is back; it does not wait for the worker. */
  async backgroundSync(): Promise<void> {
    const { origin, registrationId } = this;
    await this.cdp.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag: TAG, lastChance: false });
  }

  /** The windows of this browser that show the app. */
  windows(): string[] {
    return this.page
      .context()
      .pages()
      .map((page) => page.url())
      .filter((url) => url.startsWith(this.origin));
  }
}
