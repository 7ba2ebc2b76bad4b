/** Certificates and accepted CAs of TLS listeners, kept up to date while the server runs. */
import { formatPem } from '@sealwright/pki';
import type { TicketKeys, TlsMaterial } from '../http/index.ts';
import { type Clock, nowSeconds } from '../kernel/clock.ts';
import { type Authorities, getByName, type KnownIssuers } from '../modules/ca/index.ts';
import type { Configuration } from '../modules/configuration/index.ts';
import { MANAGEMENT_CA, type ServerCertificate, type ServerCredentials } from '../modules/installation/index.ts';
import { clientIssuers } from './client-issuers.ts';
import type { RoleMembership } from '../modules/access/index.ts';

export interface ListenerTlsDeps {
  readonly authorities: Authorities;
  readonly configuration: Configuration;
  readonly issuers: KnownIssuers;
  readonly membership: RoleMembership;
  readonly certificate: ServerCertificate;
  readonly clock: Clock;
  /** A client that resumes a session is still authorized for each request. */
  readonly ticketKeys: TicketKeys;
}

/** The server's certificate, renewed when it is due, and the CAs that clients' certificates may come from. */
export class ListenerTls {
  readonly #deps: ListenerTlsDeps;
  #credentials: ServerCredentials;
  #acceptedCas: readonly string[];
  #ticketKeys: Uint8Array;
  #epoch: number;

  private constructor(deps: ListenerTlsDeps, credentials: ServerCredentials) {
    this.#deps = deps;
    this.#credentials = credentials;
    this.#acceptedCas = [];
    this.#ticketKeys = deps.ticketKeys.current;
    this.#epoch = -1;
  }

  /** Reads the certificate, or issues it if there is none. */
  static async start(deps: ListenerTlsDeps): Promise<ListenerTls> {
    const tls = new ListenerTls(deps, await obtain(deps));
    await tls.update();
    return tls;
  }

  /** As of the last update. */
  get material(): TlsMaterial {
    const { key, certificate } = this.#credentials;
    return { key, cert: certificate, acceptedCas: this.#acceptedCas, ticketKeys: this.#ticketKeys };
  }

  /** The reason why clients that verify the server cannot connect, in one sentence; undefined when they can. */
  get problem(): string | undefined {
    const { notBefore, notAfter } = this.#credentials;
    const now = nowSeconds(this.#deps.clock);
    if (now < notBefore)
      return `The server's certificate is not valid before ${timeOf(notBefore)}; it is replaced when '${MANAGEMENT_CA}' can issue another one.`;
    if (now <= notAfter) return undefined;
    return `The server's certificate has expired at ${timeOf(notAfter)}; it is renewed when '${MANAGEMENT_CA}' can issue another one and the clock is believed.`;
  }

  /** Updates the material when the clock or the configuration calls for it, and is cheap otherwise. Returns true if the material has changed. */
  async update(): Promise<boolean> {
    const renewed = await this.#renewWhenDue();
    const otherTickets = this.#followTickets();
    return (await this.#followIssuers()) || renewed || otherTickets;
  }

  #followTickets(): boolean {
    const before = this.#ticketKeys;
    this.#ticketKeys = this.#deps.ticketKeys.current;
    return this.#ticketKeys !== before;
  }

  async #renewWhenDue(): Promise<boolean> {
    if (!this.#deps.certificate.isDue(this.#credentials)) return false;
    const before = this.#credentials;
    this.#credentials = await obtain(this.#deps);
    return this.#credentials.certificate !== before.certificate;
  }

  /** Updates the CAs that issue to administrators and to clients of workers. Returns true if they have changed. */
  async #followIssuers(): Promise<boolean> {
    const { configuration, membership } = this.#deps;
    const { epoch } = configuration;
    if (epoch === this.#epoch) return false;
    const issuers = [...(await membership.issuers()), ...(await clientIssuers(this.#deps))];
    const before = this.#acceptedCas;
    const accepted = issuers.flatMap(({ certificates }) =>
      certificates.map(({ der }) => formatPem('CERTIFICATE', der)),
    );
    this.#acceptedCas = [...new Set(accepted)].toSorted();
    this.#epoch = epoch;
    return before.join('') !== this.#acceptedCas.join('');
  }
}

async function obtain({ certificate, authorities }: ListenerTlsDeps): Promise<ServerCredentials> {
  return certificate.obtain(() => getByName(authorities, MANAGEMENT_CA));
}

function timeOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
