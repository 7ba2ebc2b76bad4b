import { characterString } from '../../ber/values.ts';
import { characterCount } from '../../certificate/text.ts';
import { CHALLENGE_PASSWORD } from '../../request/request-under-lint.ts';
import { requestRule } from '../request-rule.ts';

export const challengePassword = requestRule({
  name: 'request/challenge-password',
  clause: 'RFC 2985 §5.4.1',
  level: 'warning',
  check: ({ attributes }) =>
    attributes.flatMap(({ type, values }) => {
      const [value] = type === CHALLENGE_PASSWORD ? values.children : [];
      if (value === undefined) return [];
      const length = characterCount(characterString(value) ?? '');
      return length >= 1 && length <= 255 ? [] : ['the challengePassword is no text of 1 to 255 characters'];
    }),
});
