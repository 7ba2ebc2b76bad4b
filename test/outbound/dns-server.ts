/** A server of the domain name system in this process, over UDP and TCP, with the answers of a test. */
import { createSocket, type Socket } from 'node:dgram';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { type Answer, AUTHENTIC_DATA, decode, encode, RECURSION_AVAILABLE, TRUNCATED_RESPONSE } from 'dns-packet';
import { atEnd } from '../../packages/server/test/at-end.ts';

/** An answer to a question for CAA records. */
export interface DnsAnswer {
  readonly answers?: readonly Answer[];
  /** Seconds for which it may be kept that there is nothing; no SOA unless given. */
  readonly negativeTtl?: number;
  readonly rcode?: 'NOERROR' | 'NXDOMAIN' | 'SERVFAIL' | 'REFUSED' | 'FORMERR';
  readonly isAuthenticated?: boolean;
  /** False: it asks nobody else. */
  readonly recursion?: boolean;
  /** True: over UDP all but this is left out. */
  readonly truncated?: boolean;
  /** Octets that are sent instead, or first. */
  readonly raw?: (question: Uint8Array) => readonly Uint8Array[];
}

/** The answer of a domain, or none: `undefined` is no such domain, `silence` is nothing at all. */
export type DnsZone = (domain: string) => Found | Promise<Found>;

type Found = DnsAnswer | 'silence' | undefined;

export class DnsTestServer {
  readonly port: number;
  /** The domains that were asked for, in order, with `tcp:` in front of those by TCP. */
  readonly asked: string[] = [];
  readonly #udp: Socket;
  readonly #tcp: Server;
  zone: DnsZone;

  private constructor(udp: Socket, tcp: Server, zone: DnsZone) {
    this.#udp = udp;
    this.#tcp = tcp;
    this.zone = zone;
    this.port = (tcp.address() as AddressInfo).port;
    udp.on('message', (message, { address, port }) => {
      void this.#answersTo(message, 'udp').then((answers) => {
        for (const answer of answers) udp.send(answer, port, address);
      });
    });
    tcp.on('connection', (socket) => {
      socket.on('error', () => undefined);
      let received = Buffer.alloc(0);
      socket.on('data', (piece: Buffer) => {
        received = Buffer.concat([received, piece]);
        if (received.length < 2 || received.length < 2 + received.readUInt16BE()) return;
        void this.#answersTo(received.subarray(2), 'tcp').then((answers) => {
          for (const answer of answers) {
            const length = Buffer.alloc(2);
            length.writeUInt16BE(answer.length);
            socket.write(Buffer.concat([length, answer]));
          }
          socket.end();
        });
      });
    });
  }

  /** Starts it on a port of its own. @param t - ends it */
  static async start(t: { after(end: () => unknown): void }, zone: DnsZone): Promise<DnsTestServer> {
    for (let attempt = 0; ; attempt++) {
      const tcp = createServer();
      tcp.listen(0, '127.0.0.1');
      await new Promise((listening) => tcp.once('listening', listening));
      const udp = createSocket('udp4');
      const bound = await new Promise<boolean>((resolve) => {
        udp.once('error', () => resolve(false));
        udp.bind((tcp.address() as AddressInfo).port, '127.0.0.1', () => resolve(true));
      });
      if (bound) {
        const server = new DnsTestServer(udp, tcp, zone);
        atEnd(t, () => server.#close());
        return server;
      }
      tcp.close();
      if (attempt === 10) throw new Error('no port is free for both UDP and TCP');
    }
  }

  #close(): void {
    this.#udp.close();
    this.#tcp.close();
  }

  async #answersTo(message: Buffer, by: 'udp' | 'tcp'): Promise<readonly Uint8Array[]> {
    const { id, questions = [] } = decode(message);
    const name = questions[0]!.name.toLowerCase();
    this.asked.push(by === 'tcp' ? `tcp:${name}` : name);
    const found = (await this.zone(name)) ?? { rcode: 'NXDOMAIN' };
    if (found === 'silence') return [];
    if (found.raw !== undefined) return found.raw(message);
    const { answers = [], rcode = 'NOERROR', isAuthenticated, recursion = true, negativeTtl } = found;
    const isCut = found.truncated === true && by === 'udp';
    const flags =
      (recursion ? RECURSION_AVAILABLE : 0) |
      (isAuthenticated === true ? AUTHENTIC_DATA : 0) |
      (isCut ? TRUNCATED_RESPONSE : 0) |
      RCODES[rcode];
    const soa = { mname: 'ns.test', rname: 'm.test', serial: 1, refresh: 1, retry: 1, expire: 1 };
    const answer = encode({
      type: 'response',
      id: id!,
      flags,
      questions,
      answers: isCut ? [] : [...answers],
      authorities:
        negativeTtl === undefined
          ? []
          : [{ type: 'SOA', name: 'test', ttl: negativeTtl, class: 'IN', data: { ...soa, minimum: negativeTtl } }],
    });
    return [answer];
  }
}

/** Makes a CAA record. */
export function caa(name: string, tag: string, value: string, { critical = false, ttl = 300 } = {}): Answer {
  return {
    type: 'CAA',
    name,
    ttl,
    class: 'IN',
    data: { flags: 0, tag: tag as 'issue', value, issuerCritical: critical },
  };
}

/** Makes an alias. */
export function cname(name: string, data: string, ttl = 300): Answer {
  return { type: 'CNAME', name, ttl, class: 'IN', data };
}

const RCODES = { NOERROR: 0, FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const;
