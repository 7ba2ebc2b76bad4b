import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeRefusal } from './refusal.ts';

describe('the description of a refusal', () => {
  const describeBody = (status: number, text: string) =>
    describeRefusal({ status, body: new TextEncoder().encode(text) });

  it('says what to do about a crypto token that is closed', () => {
    assert.equal(
      describeBody(503, '{"error_code":503,"error_message":"Device was unavailable."}'),
      'the server answered 503: Device was unavailable. A crypto token is closed, or its device does not answer: "token list" shows which, and "token activate" opens it.',
    );
  });

  it('repeats every other message as it is', () => {
    assert.equal(describeBody(404, '{"error_message":"There is no CA."}'), 'the server answered 404: There is no CA.');
    const notJson = 'The request body is not valid JSON. Check the JSON format.';
    assert.equal(describeBody(400, notJson), `the server answered 400: ${notJson}`);
    assert.equal(describeBody(502, 'Bad Gateway'), 'the server answered 502: Bad Gateway');
    assert.equal(describeBody(500, ''), 'the server answered 500');
  });
});
