/** The open connections of a listener, and how they end when it stops. */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { NO_PLACE, type Passing, PassingSet } from '../../kernel/passing-set.ts';
import { type ClientConnection, closeInStages, endWithAnswer } from '../limits/index.ts';

export interface OpenConnection extends Passing {
  /** That of TCP; with TLS requests have another one. */
  readonly socket: Socket;
  /** Counts the connection for its address; undefined where that has no limit. */
  client: ClientConnection | undefined;
  /** Answers under way. */
  readonly answers: PassingSet<Answer>;
  /** Answer to the last request, until it is out: answers go out in the order of their requests. */
  lastAnswer: ServerResponse | undefined;
  hasHadRequest: boolean;
}

interface Answer extends Passing {
  readonly response: ServerResponse;
}

/**
 * All open connections, those included that never get as far as TLS or a request, of which HTTP does not know.
 *
 * A server that stops answers all requests that it has taken on, and several may be under way on one connection. The runtime alone would lose answers: it ends a connection
 * after the first answer with `Connection: close`, and takes one for idle whose answer is made and not out yet.
 */
export class OpenConnections {
  readonly #server: Server;
  readonly #open = new PassingSet<OpenConnection>();
  readonly #bySocket = new WeakMap<Socket, OpenConnection>();

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket: Socket) => {
      const answers = new PassingSet<Answer>();
      const connection = {
        socket,
        client: undefined,
        answers,
        lastAnswer: undefined,
        hasHadRequest: false,
        place: NO_PLACE,
      };
      this.#open.add(connection);
      this.#bySocket.set(socket, connection);
      socket.once('close', () => {
        this.#open.delete(connection);
        // The runtime forgets those behind the first one where a CONNECT or an upgrade has ended HTTP, and what waits for their end would wait for good.
        for (const { response } of answers.toArray()) response.destroy();
      });
    });
    server.on('secureConnection', (socket: Socket & { readonly _parent: Socket }) => {
      this.#bySocket.set(socket, this.of(socket._parent));
    });
    // The server calls it when it stops.
    server.closeIdleConnections = () => {
      for (const { socket, hasHadRequest, lastAnswer } of this.#open.toArray())
        if (hasHadRequest && lastAnswer === undefined) socket.destroy();
    };
  }

  /** Returns the connection of a socket, be it that of TCP or of TLS. */
  of(socket: Socket): OpenConnection {
    return this.#bySocket.get(socket)!;
  }

  /** Has requests counted from the moment in which they are read. Must be called after those who answer them have taken their places. */
  followRequests(): void {
    this.#server.prependListener('request', (_request, answer) => {
      const connection = this.of(answer.req.socket);
      const underWay = { response: answer, place: NO_PLACE };
      connection.answers.add(underWay);
      connection.lastAnswer = answer;
      connection.hasHadRequest = true;
      connection.client?.begin();
      answer.on('close', () => {
        connection.answers.delete(underWay);
        this.#finish(answer);
      });
    });
  }

  #finish(answer: ServerResponse): void {
    const { socket } = answer.req;
    const connection = this.of(socket);
    connection.client?.finish();
    if (connection.lastAnswer !== answer) return;
    connection.lastAnswer = undefined;
    // Its headers may have been made before the server began to stop.
    if (!this.#server.listening) closeInStages(socket);
  }

  /** While the server stops, has the connection end with this answer, if no further request has come. Must be called before its headers are sent. */
  endWithLast(answer: ServerResponse): void {
    if (!this.#server.listening && this.of(answer.req.socket).lastAnswer === answer) endWithAnswer(answer.req, answer);
  }

  /** Closes all, whatever is under way on them. */
  destroy(): void {
    for (const { socket } of this.#open.toArray()) socket.destroy();
  }
}
