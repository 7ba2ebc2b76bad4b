import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { caaRefusal, type NameKind, reportAddresses } from './permits.ts';

const CA = {
  identities: ['ca.example', 'ca.example.net'],
  accountUris: ['https://ca.example/account/1'],
  validationMethods: ['dns-01', 'ca-letter'],
  dnssecRequired: false,
};

/** Parses `issue ca.example`, with `!` in front if it is critical. */
function recordOf(text: string) {
  const [, critical, tag = '', value = ''] = /^(!?)(\S+) ?(.*)$/.exec(text) ?? [];
  return { isCritical: critical === '!', tag, value };
}

const refusalOf = (kind: NameKind, ...records: readonly string[]) => caaRefusal(records.map(recordOf), kind, CA);

describe('CAA records', () => {
  for (const [records, what] of [
    [[], 'none at all'],
    [['issue ca.example'], 'the CA'],
    [['issue CA.EXAMPLE'], 'the CA in another case'],
    [['ISSUE ca.example'], 'a tag in another case'],
    [['issue  \t ca.example \t; '], 'blanks around it (RFC 8659 §4.2)'],
    [['issue other.example', 'issue ca.example'], 'one record of several'],
    [['issue ;', 'issue ca.example'], 'nobody and the CA'],
    [['iodef mailto:a@example.com'], 'no record that permits anybody'],
    [['issuewild ;'], 'wildcards alone'],
    [['issuemail ;'], 'mail addresses alone'],
    [['tbs Unknown'], 'an unknown property that is not critical (§4.5)'],
    [['!issue ca.example'], 'a critical property that is known'],
    [['issue ca.example; accounturi=https://ca.example/account/1'], 'an account of the CA (RFC 8657 §3)'],
    [['issue ca.example; validationmethods=http-01,dns-01'], 'a method of the CA (RFC 8657 §4)'],
    [['issue ca.example; accounturi=https://ca.example/account/1; validationmethods=ca-letter'], 'both parameters'],
  ] as const)
    it(`permit a host name with ${what}`, () => assert.equal(refusalOf('host name', ...records), undefined));

  for (const [records, reason] of [
    [['issue other.example'], "issue permits 'other.example'"],
    [['issue ;'], 'issue permits nobody'],
    [['issue'], 'issue permits nobody'],
    [['issue %%%%%'], 'issue has a value that is malformed'],
    [['issue ca.example; accounturi'], 'issue has a value that is malformed'],
    [['issue ca.example accounturi=x'], 'issue has a value that is malformed'],
    [['issue ca.example.'], 'issue has a value that is malformed'],
    [['issue ca.example', '!tbs Unknown'], "the property 'tbs' is critical and not known here"],
    [['!contactemail a@example.com'], "the property 'contactemail' is critical and not known here"],
    [
      ['issue ca.example; accounturi=https://ca.example/account/2'],
      "issue permits 'ca.example' with accounturi=https://ca.example/account/2, which this CA does not meet",
    ],
    [
      ['issue ca.example; validationmethods=http-01'],
      "issue permits 'ca.example' with validationmethods=http-01, which this CA does not meet",
    ],
    [
      ['issue ca.example; accounturi=https://ca.example/account/1; accounturi=https://ca.example/account/1'],
      "issue has the parameter 'accounturi' twice",
    ],
    [['issue ca.example; policy=ev'], "issue permits 'ca.example' with policy=ev, which this CA does not meet"],
    [['issue a.example', 'issue b.example'], "issue permits 'a.example', issue permits 'b.example'"],
  ] as const)
    it(`refuse a host name with ${records.join(', ')}`, () => assert.equal(refusalOf('host name', ...records), reason));

  it('permit wildcards by issuewild, or by issue if there is no issuewild (RFC 8659 §4.3)', () => {
    assert.equal(refusalOf('wildcard', 'issue ca.example'), undefined);
    assert.equal(refusalOf('wildcard', 'issue other.example'), "issue permits 'other.example'");
    assert.equal(refusalOf('wildcard', 'issue ;', 'issuewild ca.example'), undefined);
    assert.equal(refusalOf('wildcard', 'issue ca.example', 'issuewild ;'), 'issuewild permits nobody');
    assert.equal(refusalOf('host name', 'issue ;', 'issuewild ca.example'), 'issue permits nobody');
  });

  it('permit mail addresses only by issuemail (RFC 9495)', () => {
    assert.equal(refusalOf('mail address', 'issue ;'), undefined);
    assert.equal(refusalOf('mail address', 'issuemail ca.example.net'), undefined);
    assert.equal(refusalOf('mail address', 'issue ca.example', 'issuemail ;'), 'issuemail permits nobody');
  });

  it('contain the report addresses', () => {
    const records = ['issue ;', 'iodef mailto:a@example.com', 'IODEF https://example.com/report'].map(recordOf);
    assert.deepEqual(reportAddresses(records), ['mailto:a@example.com', 'https://example.com/report']);
  });
});
