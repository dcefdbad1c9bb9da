import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseHostedPageUrl } from './hosted-url.ts'

const rules = { hostedHosts: new Set(['pay.example.test', 'verify.example.test:8443']), mayBePlain: false }
const taken = (text: string, more: Partial<typeof rules> = {}) =>
  parseHostedPageUrl(text, { ...rules, ...more })?.reveal() ?? null

describe('parseHostedPageUrl', () => {
  it.each([
    'https://pay.example.test/landing/1',
    'https://pay.example.test/landing/1?lang=en&x=%20#top',
    'https://verify.example.test:8443/landing/1',
    'https://pay.example.test:443/landing/1',
    'https://PAY.example.test/landing/1',
  ])('accepts %s unchanged', (text) => {
    expect(taken(text)).toBe(text)
  })

  it.each([
    '',
    'landing',
    '//pay.example.test/x',
    'http://pay.example.test/x',
    'https://evil.example.test/x',
    'https://pay.example.test:8443/x',
    'https://verify.example.test/x',
    'https://pay.example.test@evil.example.test/x',
    'https://user@pay.example.test/x',
    'https://user:word@pay.example.test/x',
    'https://pay.example.test.evil.test/x',
    'https://sub.pay.example.test/x',
    'https://pay.example.test\\@evil.example.test/x',
    'https:/pay.example.test/x',
    ' https://pay.example.test/x',
    'https://pay.example.test/x\n',
    'https://pay.example.test/\tx',
    'https://pay.example.test/ä',
    'javascript:alert(1)',
    'data:text/html,x',
    `https://pay.example.test/${'a'.repeat(2_048)}`,
  ])('rejects %j', (text) => {
    expect(taken(text)).toBeNull()
  })

  it('accepts plain http on a loopback address only if the rules allow it', () => {
    const hostedHosts = new Set(['localhost:4481', 'pay.example.test'])
    expect(taken('http://localhost:4481/x', { hostedHosts })).toBeNull()
    expect(taken('http://localhost:4481/x', { hostedHosts, mayBePlain: true })).not.toBeNull()
    expect(taken('http://pay.example.test/x', { hostedHosts, mayBePlain: true })).toBeNull()
  })

  it('accepts only https URLs of configured hosts, for any input', () => {
    const piece = fc.constantFrom(
      'https://',
      'http://',
      'pay.example.test',
      '@',
      ':8443',
      '/',
      '\\',
      '?',
      '#',
      'a',
      '.',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join('')
        const address = taken(text)
        if (address === null) return
        const url = new URL(address)
        expect([address, url.protocol, rules.hostedHosts.has(url.host), url.username]).toEqual([
          text,
          'https:',
          true,
          '',
        ])
      }),
    )
  })
})
