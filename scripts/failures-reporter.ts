/** Reporter of Node's test runner: one line for each test that fails, with the place and the first line of the reason. */
import path from 'node:path';
import process from 'node:process';
import type { TestEvent } from 'node:test/reporters';

// oxlint-disable-next-line import/no-default-export -- Node takes no other.
export default async function* failures(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type !== 'test:fail') continue;
    const { file = '', line, name } = data;
    const error: Error & { readonly failureType?: string } = data.details.error;
    // A suite fails because of its tests.
    if (error.failureType === 'subtestsFailed') continue;
    const { message } = error.cause instanceof Error ? error.cause : error;
    yield `${path.relative(process.cwd(), file)}:${line}  ${name}: ${message.split('\n', 1)[0]}\n`;
  }
}
