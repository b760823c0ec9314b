/** Loaded before the product: each SIGUSR2 moves its clock a day ahead, each SIGCONT a month. */
const dayMs = 24 * 60 * 60 * 1000;
const realNow = Date.now;
let aheadMs = 0;
process.on('SIGUSR2', () => {
  aheadMs += dayMs;
});
process.on('SIGCONT', () => {
  aheadMs += 31 * dayMs;
});
Date.now = () => realNow() + aheadMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [Date.now()], newTarget),
});
