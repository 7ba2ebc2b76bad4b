import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { systemRandom } from '../../kernel/random.ts';
import { AnswerMemory } from '../bodies/answer-memory.ts';
import { BodyMemory } from '../bodies/body-memory.ts';
import { Listeners } from '../listener/listener.ts';
import { Spool } from '../uploads/index.ts';
import { RequestMetrics } from '../listener/metrics.ts';
import { send } from '../../../test/http/request.ts';
import { opsInterface } from './interface.ts';

describe("the operators' listener", () => {
  let listeners: Listeners;
  let url: string;
  let problem: string | undefined;
  let broken = false;
  const logged: unknown[] = [];
  before(async () => {
    const log = { error: (...entry: unknown[]) => void logged.push(entry) };
    const metrics = new RequestMetrics();
    const check = {
      name: 'database',
      problem: async () => {
        if (broken) throw new TypeError('inside');
        return problem;
      },
    };
    listeners = await Listeners.start({
      bodies: { spool: new Spool(''), memory: new BodyMemory(), answers: new AnswerMemory() },
      listeners: [{ address: '127.0.0.1:0', tls: false, serves: ['ops'] }],
      interfaces: { rest: [], distribution: [], ops: [opsInterface({ checks: [check], metrics: [metrics], log })] },
      log: { info() {}, error() {} },
      clock: { nowMs: () => 0 },
      random: systemRandom(),
      metrics,
    });
    url = listeners.urls[0]!;
  });
  after(async () => listeners.stop());

  it('says that the process lives', async () => {
    assert.equal((await send(`${url}/health`)).status, 200);
  });

  it('says whether it can serve, and what is missing', async () => {
    const ready = await send(`${url}/ready`);
    assert.deepEqual([ready.status, ready.json()], [200, { status: 'ready', checks: [{ name: 'database' }] }]);
    problem = 'The database is not there.';
    const not = await send(`${url}/ready`);
    assert.equal(not.status, 503);
    assert.deepEqual(not.json(), { status: 'not ready', checks: [{ name: 'database', problem }] });
    broken = true;
    const { text } = await send(`${url}/ready`);
    assert.match(text, /The check itself failed/);
    assert.doesNotMatch(text, /inside/);
  });

  it('logs the error of a check that failed unexpectedly', async () => {
    broken = true;
    logged.length = 0;
    await send(`${url}/ready`);
    const [[{ err, check }]] = logged as [[{ readonly err: unknown; readonly check: string }]];
    assert.deepEqual([err, check], [new TypeError('inside'), 'database']);
  });

  it('shows the metrics of requests in the text format', async () => {
    await send(`${url}/health`);
    await send(`${url}/no/such/path`);
    const { text, headers } = await send(`${url}/metrics`);
    assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/);
    assert.match(text, /^sealwright_http_request_duration_seconds_count\{operation="ops\.health",status="200"\} \d+$/m);
    assert.match(
      text,
      /^sealwright_http_request_duration_seconds_bucket\{operation="other",status="404",le="\+Inf"\} 1$/m,
    );
    assert.ok(!text.includes('no/such'));
  });
});
