import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeBrowser, parseBrowserName } from './browser-name.ts'

describe('the short name of a browser', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox 128 on Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      'Edge 140 on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Safari/605.1.15',
      'Safari 18 on macOS',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36',
      'Chrome 139 on Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Mobile/15E148 Safari/604.1',
      'Safari 18 on iOS',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
      'Chrome 140 on Linux',
    ],
    ['curl/8.5.0', null],
    ['', null],
    [undefined, null],
  ])('%s', (header, name) => {
    expect(describeBrowser(header)).toBe(name)
  })

  it('is taken apart for the page', () => {
    expect(parseBrowserName('Firefox 128 on Linux')).toEqual({
      name: 'Firefox',
      version: '128',
      system: 'Linux',
    })
    expect(parseBrowserName('Opera 9')).toEqual({ name: 'Opera', version: '9', system: null })
    expect(parseBrowserName('something else')).toBe(null)
  })

  it('contains only a number from the header, and fits its column', () => {
    const words = fc.constantFrom('Firefox/', 'Chrome/', 'Edg/', 'Android', 'Windows', ' ', '1', '99999')
    const header = fc.array(fc.oneof(words, fc.string()), { maxLength: 12 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(header, (text) => {
        const name = describeBrowser(text)
        if (name === null) return
        expect(name).toMatch(/^(Edge|Opera|Firefox|Chrome|Safari) \d{1,4}( on [A-Za-z]+)?$/)
        expect(name.length).toBeLessThanOrEqual(60)
        expect(parseBrowserName(name)).not.toBe(null)
      }),
    )
  })
})
