/** The operator of the server: memberships, removed rows, purged tombstones, backups. */
import type { SalonRole } from '#schemas/constants.ts';
import { pick } from '../random.ts';
import type { SimDevice } from './sim-device.ts';
import type { SimLine } from './sim-line.ts';
import type { SimRestored } from './sim-restored.ts';
import { hasUnsentErasure } from './sim-roles.ts';
import type { SimState } from './sim-state.ts';

export class SimOperator {
  /** Rows removed for good (`table/id`). */
  readonly vanished = new Set<string>();
  private taken: unknown = null;

  constructor(
    private readonly state: SimState,
    private readonly line: SimLine,
    private readonly restored: SimRestored,
  ) {}

  async membership(device: SimDevice, member: boolean): Promise<void> {
    if (device.isMember === member) return;
    if (!member) this.state.fault('role withdrawn mid-flight');
    device.isMember = member;
    await this.state.salon.setMember(device.person, member ? device.role : null);
    this.state.trace.add(`${device.device} ${member ? 'is a member' : 'was withdrawn'}`);
  }

  /** Gives a device's person another role; one who is no member comes back with it. */
  async role(device: SimDevice, role: SalonRole): Promise<void> {
    if (device.role === role) return;
    this.state.fault('role changed');
    device.role = role;
    if (device.isMember) await this.state.salon.setMember(device.person, role);
    this.state.trace.add(`${device.device} is ${role}`);
  }

  /** An erasure that the server refuses stays unsent until its person may erase again. */
  async letErase(): Promise<void> {
    for (const device of this.state.devices) if (hasUnsentErasure(device)) await this.role(device, 'owner');
  }

  async purge(): Promise<void> {
    const gone = await this.state.salon.purge(++this.state.time);
    if (gone === 0) return;
    this.state.fault('tombstones purged');
    this.state.trace.add(`purged ${gone}`);
  }

  async vanish(device: SimDevice): Promise<void> {
    const rows = device.live('events').filter(({ rev }) => rev > 0);
    if (rows.length === 0) return;
    const { id } = pick(this.state.random, rows);
    this.state.fault('row removed by an operator');
    this.vanished.add(`events/${id}`);
    await this.state.salon.vanish(++this.state.time, 'events', id);
    this.state.trace.add(`vanished events/${id}`);
    this.line.moved(await this.state.salon.head());
  }

  /** Takes a backup, or restores the one that there is. */
  async backup(): Promise<void> {
    if (this.taken === null) this.taken = await this.state.salon.backup();
    else await this.restore();
  }

  private async restore(): Promise<void> {
    const backup = this.taken;
    this.taken = null;
    this.state.fault('backup restored');
    const at = ++this.state.time;
    await this.state.salon.restore(backup, at);
    this.restored.note((backup as { head: { rev: number } }).head.rev, at);
    this.state.head = await this.state.salon.head();
    this.state.trace.add(`restored to ${this.state.head}`);
  }
}
