import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type TSchema, Type } from 'typebox';
import type { Authenticator, HttpInterface } from '../interface/index.ts';
import { describeInterface } from './describe-interface.ts';
import { documentOperations } from './document.ts';

/** An interface of two operations with answers of one name. */
function withAnswers(first: TSchema, second: TSchema): () => HttpInterface {
  return () => ({
    prefix: '/test',
    renderError: () => assert.fail(),
    async register(app) {
      const errorBody = Type.Object({});
      await documentOperations(app, { title: 'Test', version: '1', prefix: '/test', errorBody, errorStatuses: [] });
      for (const [path, answer] of Object.entries({ '/first': first, '/second': second }))
        app.get(path, { schema: { response: { 200: answer } } }, async () => ({}));
    },
  });
}

const answer = (description: string) => Type.Object({ name: Type.String({ description }) }, { title: 'Answer' });
const describeAnswers = (...answers: [TSchema, TSchema]) =>
  describeInterface<{ readonly authenticator: Authenticator }>(withAnswers(...answers), {});

describe('the description of an interface', () => {
  it('names a shape once, however many operations answer with it', async () => {
    const text = await describeAnswers(answer('Same.'), answer('Same.'));
    const { components } = JSON.parse(text) as { components: { schemas: Record<string, unknown> } };
    assert.deepEqual(Object.keys(components.schemas), ['Answer']);
  });

  it('is not made with two shapes of one name', async () => {
    await assert.rejects(describeAnswers(answer('One.'), answer('Other.')), { name: 'TypeError', message: /'Answer'/ });
  });
});
