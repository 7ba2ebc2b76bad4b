/** A proxy before PostgreSQL that breaks connections where a test says. */
import { connect, createServer, type Socket } from 'node:net';

/** Where the connection breaks that next says COMMIT. */
export type Cut = 'before COMMIT arrives' | 'before the answer to COMMIT';

/** The proxy. */
export interface CuttingProxy {
  readonly url: string;
  /** Breaks the connections of the next so many COMMITs. */
  cut(where: Cut, times?: number): void;
  /** Breaks the connection on which the so-manieth piece of data from now arrives, in whichever direction, instead of passing it on. */
  cutAt(piece: number): void;
  /** Breaks every connection on which a client sends `text`, until told another one. */
  cutOn(text: string | undefined): void;
  /** Spoils the next statement with `text`, for the server to refuse it before it runs. */
  spoil(text: string): void;
  /** The number of connections that were broken by {@link CuttingProxy.cut} and {@link CuttingProxy.cutAt}. */
  readonly cuts: number;
  /** Breaks every connection and takes no new ones until {@link CuttingProxy.resume}. */
  stop(): void;
  resume(): void;
  close(): Promise<void>;
}

/** Starts a proxy before the server of `url`. */
export async function startCuttingProxy(url: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let armed: { where: Cut; times: number } | undefined;
  let piecesLeft = 0;
  let forbidden: string | undefined;
  let spoiled: string | undefined;
  let cuts = 0;
  let stopped = false;
  // Without delay, as between a client and a server: several pieces one after the other would each wait for the one before.
  const server = createServer({ noDelay: true }, (client) => {
    if (stopped) {
      client.destroy();
      return;
    }
    const upstream = connect({ port: Number(port), host: hostname, noDelay: true });
    const breakOff = () => {
      client.destroy();
      upstream.destroy();
    };
    const breakNow = () => {
      cuts++;
      breakOff();
    };
    let silent = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', breakOff).on('close', () => {
        sockets.delete(socket);
        breakOff();
      });
    }
    client.on('data', (data: Buffer) => {
      if (piecesLeft > 0 && --piecesLeft === 0) return breakNow();
      if (forbidden !== undefined && data.includes(forbidden)) return breakOff();
      if (data.includes('COMMIT\0') && armed !== undefined && armed.times > 0) {
        armed.times--;
        if (armed.where === 'before COMMIT arrives') return breakNow();
        silent = true;
      }
      if (spoiled !== undefined && data.includes(spoiled)) {
        data.write('?', data.indexOf(spoiled));
        spoiled = undefined;
      }
      upstream.write(data);
    });
    upstream.on('data', (data) => {
      if (silent || (piecesLeft > 0 && --piecesLeft === 0)) return breakNow();
      client.write(data);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const own = new URL(url);
  own.port = String((server.address() as { port: number }).port);
  own.hostname = '127.0.0.1';
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: own.href,
    cut: (where, times = 1) => (armed = { where, times }),
    cutAt: (piece) => (piecesLeft = piece),
    cutOn: (text) => (forbidden = text),
    spoil: (text) => (spoiled = text),
    get cuts() {
      return cuts;
    },
    stop() {
      stopped = true;
      breakAll();
    },
    resume: () => (stopped = false),
    async close() {
      breakAll();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
