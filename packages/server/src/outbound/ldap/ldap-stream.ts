import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { LdapConnectionError } from './ldap-errors.ts';
import { answerTo, type LdapRequest, messageOctets, requestOf } from './ldap-messages.ts';

/**
 * The way between a library and a directory, which nobody has to trust: the library reads one whole message at a time, well-formed and an answer to what it
 * has asked. Anything else ends the connection.
 */
export class LdapStream extends Duplex {
  readonly #socket: Socket;
  #pieces: Buffer[] = [];
  /** Of the pieces. */
  #octets = 0;
  #wanted: number | undefined;
  /** Since the act began. */
  #received = 0;
  #messages = 0;
  #asked: LdapRequest | undefined;
  #failure: LdapConnectionError | undefined;

  constructor(socket: Socket) {
    super({ readableObjectMode: true });
    this.#socket = socket;
    socket
      .on('data', (piece: Buffer) => this.#take(piece))
      .on('end', () => this.push(null))
      .on('error', (error) => this.destroy(error))
      .on('timeout', () => this.destroy())
      .on('close', () => this.destroy());
  }

  /** As a socket has it. */
  get readyState(): string {
    return this.destroyed ? 'closed' : this.#socket.readyState;
  }

  /** Why it has ended; undefined where the directory did not send what it may not. */
  get failure(): LdapConnectionError | undefined {
    return this.#failure;
  }

  /** Says that an act begins, whose answers are counted together. */
  beginAct(): void {
    this.#received = 0;
    this.#messages = 0;
    this.#socket.setTimeout(0);
  }

  /** Ends it when no act begins within that time. */
  rest(milliseconds: number): void {
    this.#socket.setTimeout(milliseconds);
  }

  override _read(): void {
    // What an act may receive is bounded.
  }

  override _write(request: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#asked = requestOf(request);
    this.#socket.write(request, done);
  }

  override _final(done: () => void): void {
    this.#socket.end();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#pieces = [];
    this.#socket.destroy();
    // Between two acts there is nobody to tell.
    done(this.listenerCount('error') === 0 ? null : error);
  }

  #take(piece: Buffer): void {
    if (this.destroyed) return;
    try {
      this.#received += piece.length;
      if (this.#received > MAX_OCTETS) throw new LdapConnectionError(`sent more than ${MAX_OCTETS} octets`);
      this.#pieces.push(piece);
      this.#octets += piece.length;
      this.#passOn();
    } catch (error) {
      this.#failure =
        error instanceof LdapConnectionError ? error : new LdapConnectionError('sent what cannot be read');
      this.destroy(this.#failure);
    }
  }

  #passOn(): void {
    for (;;) {
      if (this.#wanted === undefined && this.#octets > 0) {
        // Few octets that came singly, or the rest of a piece.
        if (this.#pieces.length > 1) this.#pieces = [Buffer.concat(this.#pieces)];
        this.#wanted = messageOctets(this.#pieces[0]!, MAX_OCTETS);
      }
      if (this.#wanted === undefined || this.#octets < this.#wanted || this.destroyed) return;
      const all = this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces);
      const rest = all.subarray(this.#wanted);
      const received = all.subarray(0, this.#wanted);
      this.#pieces = rest.length === 0 ? [] : [rest];
      this.#octets = rest.length;
      this.#wanted = undefined;
      if (++this.#messages > MAX_MESSAGES) throw new LdapConnectionError(`sent more than ${MAX_MESSAGES} messages`);
      const { octets, isEnd } = answerTo(this.#asked, received);
      if (isEnd) this.#asked = undefined;
      if (octets !== undefined) this.push(octets);
    }
  }
}

/** Of the answers to one act: the values that an attribute has, a CRL among them. */
const MAX_OCTETS = 128 * 1024 * 1024;
/** An act is some ten requests, and an answer has two messages. */
const MAX_MESSAGES = 200;
