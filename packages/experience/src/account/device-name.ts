import { readUserAgent } from '@gatehouse/contract/user-agent.ts';
import { say } from './client.ts';

export const deviceName = (agent: string | undefined) => {
  const { browser, system } = readUserAgent(agent);
  if (browser && system) return say('device.both', { browser, system });
  return browser ?? system ?? say('device.unknown');
};
