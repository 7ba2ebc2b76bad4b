/** The members that the list of jobs shows of a job, by its state, its kind and the rights of the caller. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Resource, SYSTEM } from '../access/index.ts';
import { ListJobs } from './list-jobs.ts';

const PROBLEM = "The CA 'Web' has no key 'escrow'.";

/** Lists a job of the CA 7, for a caller who may view services and has access to these CAs. */
async function shown(job: object, accessible: readonly number[]) {
  const resources: readonly string[] = [Resource.services.view, ...accessible.map((id) => Resource.ca(id))];
  const stored = { id: 1, kind: 'work', progress: '{}', problem: PROBLEM, createdMs: 1, updatedMs: 2, ...job };
  const jobs = new ListJobs({
    access: {
      authorize: async (_: unknown, resource: string) => assert.ok(resources.includes(resource), resource),
      isAuthorized: async (_: unknown, resource: string) => resources.includes(resource),
    },
    configuration: { type: () => undefined, findById: async () => ({ name: 'Web' }) },
    jobs: { list: async () => [stored] },
    jobKinds: [{ kind: 'work', purpose: 'work', summarize: () => ({ caId: 7, counts: {} }) }],
  } as never);
  const [{ caName, problem } = assert.fail('there is none')] = await jobs.list(SYSTEM);
  return [caName, problem];
}

it('a job has its CA and its problem shown to a caller with access to the CA', async () => {
  assert.deepEqual(await shown({ state: 'waiting' }, [7]), ['Web', PROBLEM]);
  assert.deepEqual(await shown({ state: 'failed' }, [7]), ['Web', PROBLEM]);
});

it('a job has neither shown without access to its CA', async () => {
  assert.deepEqual(await shown({ state: 'waiting' }, [8]), [undefined, 'A step failed.']);
  assert.deepEqual(await shown({ state: 'waiting', problem: '' }, [8]), [undefined, '']);
});

it('a job of an unknown kind has neither shown, since its CA is not known', async () => {
  assert.deepEqual(await shown({ state: 'waiting', kind: 'other' }, [7]), [undefined, 'A step failed.']);
});

it('a job that is done has no problem, whatever an earlier release has left', async () => {
  assert.deepEqual(await shown({ state: 'done' }, [7]), ['Web', '']);
  assert.deepEqual(await shown({ state: 'done' }, [8]), [undefined, '']);
});
