/** Requests to validators, which the servlets take. */
import type { TestServer } from '../test-server.ts';

/** The answer of a servlet. */
export interface ValidationAnswer {
  readonly status: number;
  readonly type: string | null;
  readonly text: string;
}

/** Sends a document as it is, over plain HTTP. */
export async function validate(
  server: Pick<TestServer, 'running'>,
  worker: string,
  processType: string,
  document: Uint8Array,
  parameters: Readonly<Record<string, string>> = {},
): Promise<ValidationAnswer> {
  const query = new URLSearchParams({ workerName: worker, processType, ...parameters });
  const target = new URL(`/signserver/process?${query.toString()}`, server.running.urls[1]);
  const headers = { 'content-type': 'application/octet-stream' };
  const answer = await fetch(target, { method: 'POST', body: Buffer.from(document), headers });
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
}
