/** A proxy before PostgreSQL that breaks connections where a test says. */
import { connect, createServer, type Socket } from 'node:net';

/** Where the connection breaks that next says COMMIT. */
export type Cut = 'before COMMIT arrives' | 'before the answer to COMMIT';

/** The proxy. */
export interface CuttingProxy {
  readonly url: string;
  /** Breaks the connections of the next so many COMMITs. */
  cut(where: Cut, times?: number): void;
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
  let stopped = false;
  const server = createServer((client) => {
    if (stopped) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(port), hostname);
    const breakOff = () => {
      client.destroy();
      upstream.destroy();
    };
    let silent = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', breakOff).on('close', () => {
        sockets.delete(socket);
        breakOff();
      });
    }
    client.on('data', (data) => {
      if (data.includes('COMMIT\0') && armed !== undefined && armed.times > 0) {
        armed.times--;
        if (armed.where === 'before COMMIT arrives') return breakOff();
        silent = true;
      }
      upstream.write(data);
    });
    upstream.on('data', (data) => (silent ? breakOff() : client.write(data)));
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
