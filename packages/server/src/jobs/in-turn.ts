/** Addresses that are slow to answer keep few others waiting. */
const atOnce = 4;

/**
 * Works through rows of all tenants, a few at a time: the first of each tenant, then the second of each. No tenant waits for
 * all of another. The work sees to its own failures.
 */
export const workInTurn = async <Row extends { tenantId: string }>(
  rows: readonly Row[],
  work: (row: Row) => Promise<void>,
) => {
  const waiting = inTurn(rows).values();
  const workOn = async () => {
    for (const row of waiting) await work(row);
  };
  await Promise.all(Array.from({ length: atOnce }, workOn));
};

const inTurn = <Row extends { tenantId: string }>(rows: readonly Row[]): Row[] => {
  const counts = new Map<string, number>();
  return rows
    .map(row => {
      const turn = counts.get(row.tenantId) ?? 0;
      counts.set(row.tenantId, turn + 1);
      return { row, turn };
    })
    .toSorted((one, other) => one.turn - other.turn)
    .map(({ row }) => row);
};
