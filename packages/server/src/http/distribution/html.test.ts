import assert from 'node:assert/strict';
import { it } from 'node:test';
import { html } from './html.ts';

it('escapes every text, and no HTML', () => {
  const item = html`<li class="${'a"b'}">${'<b>&'}</li>`;
  assert.equal(item.text, '<li class="a&#34;b">&#60;b&#62;&#38;</li>');
  assert.equal(html`<p>${[item, item]}${7}</p>`.text, `<p>${item.text}${item.text}7</p>`);
});

it('shows characters that hide or turn others', () => {
  assert.equal(html`${'a\u202eb\u0000c\u200bd'}`.text, 'a\uFFFDb\uFFFDc\uFFFDd');
});
