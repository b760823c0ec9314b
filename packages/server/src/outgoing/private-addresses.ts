import { BlockList, isIPv4 } from 'node:net';

/** Addresses outside the public internet (RFC 6890 and its registries): our own network, or unassigned. */
const special = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  special.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  special.addSubnet(network, bits, 'ipv6');

/** Addresses where clouds hand out a machine's credentials to any process that asks. */
const linkLocal = new BlockList();
linkLocal.addSubnet('169.254.0.0', 16, 'ipv4');
linkLocal.addAddress('100.100.100.200', 'ipv4');
linkLocal.addSubnet('fe80::', 10, 'ipv6');
linkLocal.addAddress('fd00:ec2::254', 'ipv6');
linkLocal.addAddress('fd20:ce::254', 'ipv6');
/** Forms of IPv6 that hold an IPv4 address in their last 32 bits. */
for (const prefix of ['::', '::ffff:0:', '64:ff9b::'])
  linkLocal.addSubnet(`${prefix}169.254.0.0`, 112, 'ipv6');

export const isMetadataAddress = (address: string) =>
  linkLocal.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');

/** An IPv4 address that is written as IPv6 (`::ffff:10.0.0.1`) is judged by what it is. */
export const isPrivateAddress = (address: string) =>
  special.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
