import { createSocket } from 'node:dgram';

const types = { A: 1, CNAME: 5, TXT: 16 } as const;
type RecordType = keyof typeof types;

const noSuchName = 3;
const serverFailure = 2;

/** A DNS server (RFC 1035) on its own port, with the records that a test gives it. */
export const startDnsServer = async () => {
  const records = new Map<string, [RecordType, string][]>();
  let isBroken = false;
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = readQuestion(query);
    const known = records.get(name);
    const answers = isBroken ? [] : (known ?? []).filter(([kind]) => types[kind] === type);
    const code = isBroken ? serverFailure : known ? 0 : noSuchName;
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180 | code, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(answers.length, 6);
    header.writeUInt32BE(0, 8);
    const body = answers.map(([kind, value]) => encodeAnswer(types[kind], encodeValue[kind](value)));
    socket.send(Buffer.concat([header, query.subarray(12, end), ...body]), port, address);
  });
  await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    /** All records of a name; none: there is no such name. */
    set(name: string, ...found: [RecordType, string][]) {
      if (found.length > 0) records.set(name, found);
      else records.delete(name);
    },
    break(broken: boolean) {
      isBroken = broken;
    },
    close: () => new Promise<void>(resolve => socket.close(() => resolve())),
  };
};

const readQuestion = (query: Buffer) => {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
};

const text = (value: string) => Buffer.concat([Buffer.from([value.length]), Buffer.from(value, 'ascii')]);

const encodeValue: Record<RecordType, (value: string) => Buffer> = {
  A: value => Buffer.from(value.split('.').map(Number)),
  CNAME: value => Buffer.concat([...value.split('.').map(text), Buffer.from([0])]),
  TXT: text,
};

/** The name is a pointer to the question. The answer must not be cached. */
const encodeAnswer = (type: number, value: Buffer) => {
  const start = Buffer.alloc(12);
  start.writeUInt16BE(0xc00c, 0);
  start.writeUInt16BE(type, 2);
  start.writeUInt16BE(1, 4);
  start.writeUInt16BE(value.length, 10);
  return Buffer.concat([start, value]);
};
