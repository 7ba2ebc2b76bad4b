import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contentOf } from '../../../kernel/content.ts';
import type { ProcessContext, Processed } from '../worker-contract/processor.ts';
import type { SigningRequest } from '../worker-contract/signing-request.ts';
import { WorkerProperties } from '../worker-contract/worker-properties.ts';
import { userMappedDispatcher, userMappedDispatcherKind } from './user-mapped-dispatcher.ts';

const REQUEST = {
  content: contentOf(Uint8Array.of(1)),
  metadata: new Map(),
  fileName: 'a',
} as unknown as SigningRequest;

/** A dispatcher with that mapping, and what is wrong with it. */
function dispatcher(mapping: string) {
  const problems: string[] = [];
  const properties = new WorkerProperties({ USERNAME_MAPPING: mapping }, (property, problem) =>
    problems.push(`${property} ${problem}`),
  );
  return { processor: userMappedDispatcher(userMappedDispatcherKind.read(properties)), problems };
}

/** Returns the context that a called worker gets with a request of that user. */
function contextOf(username: string | undefined) {
  const called: unknown[] = [];
  const answer = { mediaType: 'text/plain' } as Processed;
  const callWorker: ProcessContext['callWorker'] = async (worker, request) => {
    called.push([worker, request]);
    return answer;
  };
  return { context: { username, callWorker } as unknown as ProcessContext, called, answer };
}

describe('a dispatcher by user', () => {
  it('passes the request on to the worker of the user who was authorized', async () => {
    const { processor, problems } = dispatcher('alice:Signer 1, CN=bob:x:7');
    assert.deepEqual(problems, []);
    for (const [username, worker] of [
      ['alice', 'Signer 1'],
      ['CN=bob:x', '7'],
    ] as const) {
      const { context, called, answer } = contextOf(username);
      assert.equal(await processor.process(REQUEST, context), answer);
      assert.deepEqual(called, [[worker, REQUEST]]);
    }
  });

  it('knows no worker for others, nor for clients without a name', async () => {
    const { processor } = dispatcher('alice:Signer1');
    for (const username of ['Alice', 'mallory', '', undefined]) {
      const { context, called } = contextOf(username);
      await assert.rejects(processor.process(REQUEST, context), { code: 'signing.illegal_request' });
      assert.deepEqual(called, []);
    }
  });

  it('says what is wrong with its mapping', () => {
    for (const mapping of ['', 'alice', 'alice:', ':Signer1', 'alice:Signer1,alice:Signer2']) {
      assert.equal(dispatcher(mapping).problems.length, 1, mapping);
    }
  });
});
