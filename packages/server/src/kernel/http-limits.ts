/** Limits of what clients may take of a server, so that nobody takes it from others. */

/** Limits of the listeners. */
export interface HttpLimits {
  /** Connections that a listener holds at a time; further ones are closed at once. */
  readonly connections: number;
  /** Connections of one address at a time, on a listener; 0: as many as there are. A trusted proxy has no such limit. */
  readonly connectionsPerClient: number;
  /** Requests of one address in a second, on average over ten; 0: as many as it sends. */
  readonly requestsPerClient: number;
  /** Octets of a request's first line and headers. */
  readonly headerOctets: number;
  /** Octets of a body, for operations without a limit of their own. */
  readonly bodyOctets: number;
  /** For a TLS handshake. */
  readonly handshakeMs: number;
  /** From the first octet of a request to the last one of its headers. */
  readonly headersMs: number;
  /** From the first octet of a request to the last one of its body. */
  readonly requestMs: number;
  /** Between two requests of a connection. */
  readonly keepAliveMs: number;
  /** Octets in a second, on average, that a body has to come with and an answer has to be taken with. */
  readonly octetsPerSecond: number;
  /** Octets of all bodies that are parsed as a whole and worked on at a time. */
  readonly bodyMemoryOctets: number;
  /** Octets of all larger answers that wait in memory for their clients to take them; beyond it they wait in files. */
  readonly answerMemoryOctets: number;
  /** For a body to wait for others. */
  readonly bodyWaitMs: number;
}

/** Limits that hold unless others are set. */
export const DEFAULT_HTTP_LIMITS: HttpLimits = {
  connections: 10_000,
  connectionsPerClient: 1000,
  requestsPerClient: 0,
  // A DN of 4096 characters, each percent-encoded, and room for other headers.
  headerOctets: 32 * 1024,
  bodyOctets: 1024 * 1024,
  handshakeMs: 10_000,
  headersMs: 15_000,
  requestMs: 120_000,
  keepAliveMs: 75_000,
  octetsPerSecond: 500,
  // With the texts, trees and answers that are made of them, bodies take about four times as much.
  bodyMemoryOctets: 64 * 1024 * 1024,
  answerMemoryOctets: 64 * 1024 * 1024,
  bodyWaitMs: 20_000,
};
