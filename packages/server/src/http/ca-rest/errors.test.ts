import assert from 'node:assert/strict';
import type { FastifyRequest } from 'fastify';
import { describe, it } from 'node:test';
import type { ErrorKind } from '../../kernel/errors.ts';
import {
  ExpectationFailedError,
  MethodNotAllowedError,
  NotAcceptableError,
  PathTooLongError,
  UnsupportedMediaTypeError,
} from '../errors/http-errors.ts';
import { TestError } from '../../../test/http/ca-rest-fixture.ts';
import { SearchTimeoutError } from '../../modules/ra/index.ts';
import { renderError } from './errors.ts';

describe('how the CA REST interface answers failures', () => {
  // A request of no operation in particular.
  const request = { params: {} } as FastifyRequest;
  const statuses: Record<ErrorKind, number> = {
    malformed: 400,
    unauthenticated: 403,
    forbidden: 403,
    'not-found': 404,
    conflict: 409,
    'too-large': 413,
    'refused-by-policy': 422,
    'rate-limited': 429,
    unavailable: 503,
  };

  for (const [kind, status] of Object.entries(statuses)) {
    it(`answers ${kind} with ${status}, the error_code being the status`, () => {
      assert.deepEqual(renderError(new TestError(kind as ErrorKind, 'some.code', 'Why.'), request), {
        status,
        body: { error_code: status, error_message: 'Why.' },
      });
    });
  }

  it('answers what HTTP has statuses of its own for', () => {
    for (const [error, status] of [
      [new MethodNotAllowedError('GET', 'PUT'), 405],
      [new NotAcceptableError('application/json'), 406],
      [new UnsupportedMediaTypeError(), 415],
      [new PathTooLongError(), 414],
      [new ExpectationFailedError(), 417],
    ] as const)
      assert.equal(renderError(error, request).status, status, error.code);
  });

  it('answers a search whose time is over with 500 and no body', () => {
    const error = new SearchTimeoutError({});
    assert.deepEqual(renderError(error, request), { status: 500, body: '' });
  });

  it('says nothing of a failure of ours', () => {
    assert.deepEqual(renderError(new RangeError('inside'), request), {
      status: 500,
      body: { error_code: 500, error_message: 'General failure.' },
    });
  });
});
