import type { Random } from '../kernel/random.ts';
import { WithDeps } from '../kernel/with-deps.ts';
import type { CaaAnswer, CaaResolver } from '../modules/ra/index.ts';
import { caaQuestion, readCaaAnswer, type ReadAnswer } from './caa-message.ts';
import { type DnsServer, exchangeByTcp, exchangeByUdp } from './dns-exchange.ts';

/** A domain whose records nobody has told. */
export interface DnsFailure {
  readonly domain: string;
  readonly reason: string;
}

export interface DnsCaaResolverDeps {
  /** In the order in which they are asked. */
  readonly servers: readonly DnsServer[];
  readonly random: Random;
  /** Takes what no server has answered. */
  readonly onFailure: (failure: DnsFailure) => void;
  /** For one exchange. */
  readonly timeoutMs?: number;
}

/**
 * CAA records by the resolvers that the operator names, and by nobody else. A question that fails is asked once more, of the next one where there
 * are several. What does not fit into UDP is asked for by TCP.
 */
export class DnsCaaResolver extends WithDeps<DnsCaaResolverDeps> implements CaaResolver {
  async lookUp(domain: string): Promise<CaaAnswer> {
    const { servers, onFailure } = this.deps;
    const failures: { readonly server: DnsServer; readonly reason: string }[] = [];
    for (let attempt = 0; attempt < Math.max(LEAST_ATTEMPTS, servers.length); attempt++) {
      const server = servers[attempt % servers.length]!;
      const answer = await this.#ask(server, domain);
      if (answer.outcome === 'answered') return answer;
      failures.push({ server, reason: answer.reason });
    }
    const reasons = failures.map(({ server: { host, port }, reason }) => `${host}:${port}: ${reason}`);
    onFailure({ domain, reason: [...new Set(reasons)].join('; ') });
    // Where the resolvers are is the operator's to know.
    return failed([...new Set(failures.map(({ reason }) => reason))].join('; '));
  }

  async #ask(server: DnsServer, domain: string): Promise<CaaAnswer> {
    const timeoutMs = this.deps.timeoutMs ?? TIMEOUT_MS;
    const signal = AbortSignal.timeout(timeoutMs);
    const [high, low] = this.deps.random.bytes(2);
    const id = (high! << 8) | low!;
    try {
      const question = await caaQuestion(domain, id);
      const read = async (message: Uint8Array) => ifAnswer(await readCaaAnswer(message, domain, id));
      const answer = await exchangeByUdp(server, question, { signal, take: read });
      if (answer.outcome !== 'truncated') return answer;
      const whole = await read(await exchangeByTcp(server, question, { signal }));
      return whole === undefined || whole.outcome === 'truncated'
        ? failed("the resolver's answer by TCP is not a DNS message")
        : whole;
    } catch (error) {
      if (signal.aborted) return failed(`the resolver gave no answer within ${timeoutMs / 1000} seconds`);
      if (error instanceof TypeError || error instanceof RangeError) throw error;
      return failed(
        `the resolver cannot be reached: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`,
      );
    }
  }
}

function ifAnswer(read: ReadAnswer): Exclude<ReadAnswer, { readonly outcome: 'stray' }> | undefined {
  return read.outcome === 'stray' ? undefined : read;
}

function failed(reason: string): CaaAnswer & { readonly outcome: 'failed' } {
  return { outcome: 'failed', reason };
}

const LEAST_ATTEMPTS = 2;
const TIMEOUT_MS = 2500;
