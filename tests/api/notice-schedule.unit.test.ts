import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type EventNotice, periods, planNotices } from '../../src/api/notices/schedule.ts';
import type { NoticeSeat } from '../../src/api/orders/noticeSeats.service.ts';
import { dayMs, hourMs, minuteMs, startsAt } from '../../src/shared/time.ts';
import { countRounds, seed } from '../load/longRun.ts';

const begin = startsAt('2026-11-01', '00:00');
const days = 40;
const addresses = ['a@ornek.com', 'b@ornek.com', 'c@ornek.com'];

/** What happens in the forty days: at an hour of them, to one of two events. */
const change = fc.record({
  hour: fc.integer({ min: 0, max: days * 24 - 1 }),
  event: fc.integer({ min: 0, max: 1 }),
  what: fc.oneof(
    fc.record({ kind: fc.constant('move' as const), to: fc.integer({ min: 6, max: days * 24 }) }),
    fc.record({ kind: fc.constant('buy' as const), buyer: fc.nat(2), holder: fc.nat(2), handed_on: fc.boolean() }),
    fc.record({ kind: fc.constant('cancel' as const), seat: fc.nat(9) }),
    fc.record({ kind: fc.constant('scan' as const), seat: fc.nat(9) }),
    fc.record({ kind: fc.constant('decide' as const) }),
    fc.record({ kind: fc.constant('stop' as const), hours: fc.integer({ min: 1, max: 30 }) }),
  ),
});

type Purchase = { buyer: number; holder: number; handed_on: boolean };
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

/** The same promise in other words: Istanbul's wall clock, and the seats as they are. */
function mayHave(kind: EventNotice, event: Simulated, email: string | undefined, now: number): boolean {
  const wall = (moment: number) => new Date(moment + 3 * hourMs).toISOString();
  const dayOf = (moment: number) => Date.parse(`${wall(moment).slice(0, 10)}T00:00:00Z`) / dayMs;
  const hour = Number(wall(now).slice(11, 13));
  if (hour < 9 || hour > 20) return false;
  const ahead = dayOf(event.starts_at.getTime()) - dayOf(now);
  const hasStarted = now >= event.starts_at.getTime();
  const came = event.seats.filter((seat) => seat.came);
  if (kind === 'decision')
    return (
      !hasStarted &&
      event.starts_at.getTime() - now <= event.decide_hours * hourMs &&
      event.seats.length < event.min_participants &&
      !event.run_decided_at
    );
  if (kind === 'reminder')
    return (
      !hasStarted &&
      (ahead === 0 || (ahead === 1 && hour >= 10)) &&
      event.seats.some((seat) => seat.email === email || (seat.buyer_email === email && !seat.handed_on))
    );
  const end = event.starts_at.getTime() + event.duration_minutes * minuteMs;
  const since = dayOf(now) - dayOf(end);
  return (
    ((since === 1 && hour >= 11) || (since > 1 && since < 8) || (since === 8 && hour < 11)) &&
    (came.length ? came : event.seats).some((seat) => seat.email === email)
  );
}

interface Simulated {
  starts_at: Date;
  duration_minutes: number;
  min_participants: number;
  decide_hours: number;
  run_decided_at: Date | null;
  notices_from: null;
  seats: NoticeSeat[];
}

const kinds = ['reminder', 'thanks', 'decision'] as const;
const keyOf = (kind: EventNotice, event: number, email = '') => `${kind} ${event} ${email}`;

/** Forty days of two events: what went out, and every notice that should not have or did not. */
class Simulation {
  readonly sent = new Set<string>();
  readonly faults: string[] = [];
  private stoppedUntil = 0;
  private readonly events: Simulated[] = [12, 25].map((day) => ({
    starts_at: new Date(begin.getTime() + day * dayMs + 14 * hourMs),
    ...{ duration_minutes: 120, min_participants: 3, decide_hours: 96, run_decided_at: null, notices_from: null },
    seats: [],
  }));

  run(changes: Change[]): this {
    const changesAt = Map.groupBy(changes, ({ hour }) => hour);
    for (let hour = 0; hour < days * 24; hour += 1) {
      const now = new Date(begin.getTime() + hour * hourMs);
      for (const one of changesAt.get(hour) ?? []) this.change(one, now);
      if (now.getTime() < this.stoppedUntil) continue;
      // Two processes, one after the other: what the first one recorded the second one sees.
      for (const _ of ['first', 'second']) for (const index of [0, 1]) this.send(index, now);
      for (const index of [0, 1]) this.findMissing(index, now);
    }
    return this;
  }

  private change({ event: index, what }: Change, now: Date): void {
    const event = this.events[index] as Simulated;
    const hasStarted = now >= event.starts_at;
    if (what.kind === 'stop') this.stoppedUntil = Math.max(this.stoppedUntil, now.getTime() + what.hours * hourMs);
    else if (what.kind === 'decide') event.run_decided_at = now;
    else if (what.kind === 'cancel') event.seats.splice(what.seat % Math.max(1, event.seats.length), 1);
    else if (what.kind === 'scan')
      for (const seat of hasStarted ? event.seats.slice(0, what.seat) : []) seat.came = true;
    else if (hasStarted) return;
    else if (what.kind === 'move')
      event.starts_at = new Date(Math.max(now.getTime() + hourMs, begin.getTime() + what.to * hourMs));
    else this.buy(index, what, now);
  }

  private buy(index: number, { buyer, holder, handed_on }: Purchase, now: Date): void {
    const event = this.events[index] as Simulated;
    const [buyer_email, email] = [addresses[buyer] as string, addresses[holder] as string];
    event.seats.push({ order_id: '', position: 1, handed_on, came: false, buyer_email, email });
    // Its confirmation reminds.
    if (periods.reminder(event).from <= now) this.sent.add(keyOf('reminder', index, buyer_email));
  }

  private send(index: number, now: Date): void {
    const event = this.events[index] as Simulated;
    const wasSent = (kind: EventNotice, email?: string) => this.sent.has(keyOf(kind, index, email));
    for (const { kind, email } of planNotices(event, { sold: event.seats.length, seats: event.seats }, wasSent, now)) {
      const key = keyOf(kind, index, email);
      if (this.sent.has(key)) this.faults.push(`twice: ${key}`);
      if (!mayHave(kind, event, email, now.getTime())) this.faults.push(`wrongly: ${key} ${now.toISOString()}`);
      this.sent.add(key);
    }
  }

  private findMissing(index: number, now: Date): void {
    const event = this.events[index] as Simulated;
    for (const kind of kinds)
      for (const email of kind === 'decision' ? [''] : addresses)
        if (mayHave(kind, event, email, now.getTime()) && !this.sent.has(keyOf(kind, index, email)))
          this.faults.push(`missing: ${keyOf(kind, index, email)} ${now.toISOString()}`);
  }
}

test('over forty days of moves, orders, cancellations and stops each notice goes out once, in its time and by day', {
  timeout: 60_000,
}, () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      expect(new Simulation().run(changes).faults).toEqual([]);
    }),
    { numRuns: countRounds(10), seed },
  );
});

test('the forty days hold every notice', () => {
  const buy = (buyer: number) => ({
    ...{ hour: 10, event: 0 },
    what: { kind: 'buy' as const, buyer, holder: buyer, handed_on: false },
  });
  const { sent } = new Simulation().run([buy(0), buy(1)]);
  expect([...sent].sort()).toEqual([
    ...['decision 0 ', 'decision 1 ', 'reminder 0 a@ornek.com', 'reminder 0 b@ornek.com'],
    ...['thanks 0 a@ornek.com', 'thanks 0 b@ornek.com'],
  ]);
});
