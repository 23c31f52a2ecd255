/** A model of a subscription that the providers are compared with. It shares no code with them. */
export interface Bill {
  amount: number;
  status: 'paid' | 'open' | 'void';
}
export interface Model {
  status: 'none' | 'active' | 'past_due' | 'canceled';
  seats: number;
  readonly price: number;
  /** Seconds since 1970. */
  start: number;
  end: number;
  anchor: number;
  /** The amount and the period of the last unpaid invoice. */
  unpaid: { total: number; from: number; to: number } | undefined;
  credit: number;
  pays: boolean;
  cancels: boolean;
  readonly bills: Bill[];
}

const week = 7 * 24 * 60 * 60;

export const newModel = (price: number): Model => ({
  status: 'none',
  seats: 0,
  price,
  start: 0,
  end: 0,
  anchor: 0,
  unpaid: undefined,
  credit: 0,
  pays: true,
  cancels: false,
  bills: [],
});

const monthAfter = (from: number, anchor: number): number => {
  const date = new Date(from * 1000);
  const day = new Date(anchor * 1000).getUTCDate();
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 2, 0)).getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + 1, 1 + Math.min(day, lastDay) - 1);
  return date.getTime() / 1000;
};
const safeMonthAfter = (from: number, anchor: number): number => {
  const first = new Date(from * 1000);
  first.setUTCDate(1);
  return monthAfter(first.getTime() / 1000, anchor);
};

const applyCredit = (model: Model, total: number): number => {
  const due = Math.max(0, total - model.credit);
  model.credit = Math.max(0, model.credit - total);
  return due;
};

export const subscribe = (model: Model, seats: number, now: number): void => {
  Object.assign(model, {
    status: 'active',
    seats,
    start: now,
    anchor: now,
    end: safeMonthAfter(now, now),
    cancels: false,
  });
  model.bills.push({ amount: seats * model.price, status: 'paid' });
};

/** What a change of seats costs from `at` on, to the nearest unit. */
export const costOf = (model: Model, seats: number, at: number): { total: number; due: number } => {
  const prorated = (amount: number) => {
    const exact = (BigInt(amount) * BigInt(model.end - at) * 10n) / BigInt(model.end - model.start);
    return Number((exact + 5n) / 10n);
  };
  const total = prorated(model.price * seats) - prorated(model.price * model.seats);
  return { total, due: Math.max(0, total - model.credit) };
};

export const mayChange = (model: Model, seats: number, at: number): boolean =>
  model.status === 'active' && (model.pays || costOf(model, seats, at).due === 0);

export const change = (model: Model, seats: number, at: number): void => {
  if (seats === model.seats) return;
  model.bills.push({ amount: applyCredit(model, costOf(model, seats, at).total), status: 'paid' });
  model.seats = seats;
};

const renew = (model: Model): void => {
  if (model.cancels) {
    model.status = 'canceled';
    return;
  }
  const total = model.price * model.seats;
  const [from, to] = [model.end, safeMonthAfter(model.end, model.anchor)];
  if (model.pays || total <= model.credit) {
    model.bills.push({ amount: applyCredit(model, total), status: 'paid' });
    [model.start, model.end] = [from, to];
  } else {
    model.bills.push({ amount: total - model.credit, status: 'open' });
    [model.status, model.unpaid] = ['past_due', { total, from, to }];
  }
};

export const pass = (model: Model, now: number): void => {
  while (model.status === 'active' && model.end <= now) renew(model);
  if (model.status === 'past_due' && model.unpaid!.from + week <= now) {
    model.status = 'canceled';
    model.bills.at(-1)!.status = 'void';
  }
};

export const setCard = (model: Model, pays: boolean, now: number): void => {
  model.pays = pays;
  if (!pays || model.status !== 'past_due') return;
  const { total, from, to } = model.unpaid!;
  Object.assign(model.bills.at(-1)!, { status: 'paid', amount: applyCredit(model, total) });
  Object.assign(model, { status: 'active', start: from, end: to });
  pass(model, now);
};

/** Access lasts until exactly 24 hours after the end of the paid period. */
export const hasAccess = (model: Model, now: number): boolean =>
  model.status !== 'none' && now < model.end + 24 * 60 * 60;
