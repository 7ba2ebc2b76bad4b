/** Reads request bodies: JSON and nothing else, unless a route brings a parser of its own. */
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DuplicateMemberError, parseUniqueJson } from '../../kernel/formats/unique-json.ts';
import { BodyNotJsonError, BodyTooComplexError, UnsupportedMediaTypeError } from '../errors/index.ts';
import type { EdgeInstance } from '../interface/index.ts';

/**
 * Replaces the framework's body parsers.
 *
 * An empty body is not a body, whatever its Content-Type says. JSON has to be UTF-8 (RFC 8259 §8.1; a byte order mark is skipped), and its objects have no
 * member twice. Which names
 * and texts may stand in it is checked with the texts of the rest of the request.
 */
export function installBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, readJson);
  app.addContentTypeParser('*', (request, _payload, done) => {
    if (request.headers['content-length'] === '0') done(null, undefined);
    else if (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined)
      done(null, undefined);
    else if (request.routeOptions.config.form === undefined) done(new UnsupportedMediaTypeError());
    else done(new UnsupportedMediaTypeError('multipart/form-data'));
  });
}

/** Replaces the body parsers of a scope by one that reads every body as JSON, whatever its media type says. */
export function installJsonParserForAnyType(scope: EdgeInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, readJson);
}

function readJson(request: FastifyRequest, body: Buffer, done: (error: Error | null, body?: unknown) => void): void {
  let value: unknown;
  try {
    const text = jsonIn(body);
    value = text === undefined ? undefined : parseJson(text);
    const { scalars, bigIntegers, numbersInMaps } = request.routeOptions.config.leniency ?? {};
    if (scalars === true || bigIntegers === true || numbersInMaps === true) request.bodyText = text;
  } catch (error) {
    return done(error as Error);
  }
  done(null, value);
}

/** @returns undefined for an empty body */
function jsonIn(body: Buffer): string | undefined {
  if (body.length === 0) return undefined;
  if (!isUtf8(body)) throw new BodyNotJsonError();
  if (body.length > SMALL_OCTETS && !hasBoundedStructure(body)) throw new BodyTooComplexError();
  return body.toString('utf8', body[0] === 0xef ? BYTE_ORDER_MARK_OCTETS : 0);
}

function parseJson(text: string): unknown {
  try {
    return parseUniqueJson(text);
  } catch (error) {
    if (error instanceof DuplicateMemberError) throw error;
    // A parser's error may quote the body, which may hold a password, and causes are logged.
    throw new BodyNotJsonError();
  }
}

/**
 * Returns whether the JSON has few enough members to be parsed and checked on the main thread.
 *
 * A large body of these interfaces is one long text (a request, a document), which is parsed at more than a gigabyte a second. The
 * same octets as many small members take seconds of parsing, checking and garbage, and moving them to another thread and back costs
 * more than the parsing. So what is bounded is the number of members; commas are at least as many, less one for each container.
 */
function hasBoundedStructure(body: Buffer): boolean {
  for (const mark of [COMMA, OPEN_BRACE, OPEN_BRACKET]) {
    let count = 0;
    for (let at = body.indexOf(mark); at !== -1; at = body.indexOf(mark, at + 1)) if (++count > MAX_MARKS) return false;
  }
  return true;
}

const SMALL_OCTETS = 1024 * 1024;
const MAX_MARKS = 20_000;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const BYTE_ORDER_MARK_OCTETS = 3;
