import { startTestPostgresql } from '../../packages/server/src/database/testing/postgresql.ts';
import { describeUpgrade, drillUpgrade } from '../../packages/server/src/drills/testing/upgrade.ts';

export const title = 'the last release and this version serve one database in turns, forth and back';
export const needs = [];

export const run = async context => {
  const server = await startTestPostgresql();
  context.defer(() => server.stop());
  const report = await drillUpgrade(server.url);
  const { acknowledged, lost, errors, gaps, secondsOut } = report;
  return [
    {
      case: 'upgrade, way back, upgrade',
      acknowledged,
      lost: lost.length,
      secondsOut,
      failures: [...lost, ...gaps, ...errors].map(each => JSON.stringify(each)),
      details: describeUpgrade(report),
    },
  ];
};
