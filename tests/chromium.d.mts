export interface Machine {
  readonly platform: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  exists(path: string): boolean;
}

export interface WholeMachine extends Machine {
  readonly isRoot: boolean;
  hasApt(): boolean;
  downloaded(): string | null;
}

export interface Browsers {
  readonly GREBEN_CHROMIUM: string | undefined;
  readonly GREBEN_WHOLE_CHROMIUM: string | undefined;
}

export type BrowserStep =
  | { readonly kind: 'use'; readonly env: { readonly GREBEN_CHROMIUM: string; readonly GREBEN_WHOLE_CHROMIUM: string } }
  | { readonly kind: 'debian'; readonly attempts: readonly (readonly string[])[] }
  | { readonly kind: 'download' }
  | { readonly kind: 'none'; readonly sentence: string };

export function thisMachine(): Machine;
export function installedBrowsers(machine: Machine): Browsers;
export function browserStep(machine: WholeMachine, tried?: ReadonlySet<BrowserStep['kind']>): BrowserStep;
