/**
 * The browser clears the databases under an open tab. What a person saved and that is gone with them is told to that device's
 * person: at least as many as there were, and no less is written again than the open page knew of.
 */
import type { SimDevice } from './sim-device.ts';
import type { SimState } from './sim-state.ts';

export async function clearUnder(state: SimState, device: SimDevice): Promise<void> {
  if (!device.opened || device.tabs.length !== 1 || device.frozen.length > 0 || device.idle?.held) return;
  state.fault('databases cleared');
  const unsent = device.pending;
  const undecided = device.issues.filter(({ kind }) => kind !== 'overlap').length;
  await device.do({ do: 'disarm' });
  await device.do({ do: 'clear' });
  const reason = device.idle?.status.a?.reason;
  if (reason !== 'storage-emptied')
    state.violations.push(`CLEARED ${device.device} says ${reason ?? 'nothing'} of its cleared databases`);
  device.disk.clear();
  device.issues = [];
  await device.do({ do: 'close', tab: 'a' });
  const { events } = await state.open(device);
  const told = events.find((event) => event.saw === 'told-of-loss');
  if (unsent + undecided === 0) return;
  if (!told || told.unsent < unsent || told.undecided < undecided)
    state.violations.push(
      `UNTOLD ${device.device} lost ${unsent} unsent and ${undecided} undecided, told of ${told?.unsent ?? 0} and ${told?.undecided ?? 0}`,
    );
  else if (told.kept < unsent + undecided)
    state.violations.push(`UNKEPT ${device.device} knew of ${unsent + undecided}, wrote ${told.kept} again`);
}
