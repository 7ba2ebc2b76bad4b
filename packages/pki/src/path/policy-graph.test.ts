import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { oid } from '../der/index.ts';
import { ANY_POLICY } from '../extension/index.ts';
import { PolicyGraph } from './policy-graph.ts';

const policies = Array.from({ length: 256 }, (_, at) => oid(`1.3.6.1.4.1.99999.${at}`));
const [a, b, c] = policies as [typeof ANY_POLICY, typeof ANY_POLICY, typeof ANY_POLICY];

describe('the policies of a path', () => {
  it('are those that all certificates have', () => {
    const graph = graphOf([a, b], [b, c], [b]);
    assert.deepEqual(graph.result(undefined), new Set([b]));
    assert.deepEqual(graph.result(new Set([a])), new Set());
  });

  it('are named as the first CA names them', () => {
    const graph = graphOf([a]);
    graph.map([{ issuerDomainPolicy: a, subjectDomainPolicy: b }], false);
    graph.enter({ policies: [b], allowsAny: true });
    assert.deepEqual(graph.result(undefined), new Set([a]));
  });

  it('are lost where a mapping is inhibited', () => {
    const graph = graphOf([a]);
    graph.map([{ issuerDomainPolicy: a, subjectDomainPolicy: b }], true);
    assert.equal(graph.isEmpty, true);
  });

  it('stay none after a certificate without policies', () => {
    const graph = graphOf([a]);
    graph.enter(undefined);
    graph.enter({ policies: [ANY_POLICY], allowsAny: true });
    assert.equal(graph.isEmpty, true);
  });

  it('do not grow with the ways to map them: a tree would have two to the 30th leaves', () => {
    const graph = new PolicyGraph();
    for (let level = 0; level < 30; level++) {
      graph.enter({ policies: [a, b], allowsAny: true });
      graph.map(
        [a, b].flatMap((from) => [a, b].map((to) => ({ issuerDomainPolicy: from, subjectDomainPolicy: to }))),
        false,
      );
    }
    graph.enter({ policies: [a], allowsAny: true });
    assert.deepEqual(graph.result(undefined), new Set([a, b]));
  });

  it('are refused when there are more than are looked at', () => {
    assert.throws(() => graphOf([...policies, oid('1.2.3')]), { code: 'path.bad_policies' });
    const mappings = policies.map((one) => ({ issuerDomainPolicy: one, subjectDomainPolicy: a }));
    assert.throws(() => graphOf([a]).map([...mappings, mappings[0]!], false), { code: 'path.bad_policies' });
  });
});

function graphOf(...levels: readonly (readonly (typeof ANY_POLICY)[])[]): PolicyGraph {
  const graph = new PolicyGraph();
  for (const level of levels) graph.enter({ policies: level, allowsAny: true });
  return graph;
}
