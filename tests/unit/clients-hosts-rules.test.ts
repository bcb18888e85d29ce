import { describe, expect, test } from 'vitest'
import { isReservedKey, lookOf } from '../../demo/platform/clients/confusables.rules.ts'
import { frameAncestors, isOriginAllowed, originMatches, parseOrigin } from '../../src/contract/clients/origins.rules.ts'
import { lookAlikes } from '../../elements/testing/look-alikes.ts'

describe('an allowed origin', () => {
  test.each([
    ['https://shop.example', 'https://shop.example'],
    [' HTTPS://Shop.Example/ ', 'https://shop.example'],
    ['https://shop.example:443', 'https://shop.example'],
    ['https://shop.example:8443', 'https://shop.example:8443'],
    ['https://*.shop.example', 'https://*.shop.example'],
    ['https://*.shop.example:8443/', 'https://*.shop.example:8443'],
    ['https://münchen.example', 'https://xn--mnchen-3ya.example'],
    ['http://localhost:5173', 'http://localhost:5173'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ])('%s is stored as %s', (text, origin) => expect(parseOrigin(text)).toEqual({ origin }))

  test.each([
    ['', 'not_an_origin'],
    ['shop.example', 'not_an_origin'],
    ['//shop.example', 'not_an_origin'],
    ['https://', 'not_an_origin'],
    ['https://user@shop.example', 'not_an_origin'],
    ['https://shop example', 'not_an_origin'],
    ['javascript:alert(1)', 'not_an_origin'],
    ['null', 'null_origin'],
    ['NULL', 'null_origin'],
    ['http://shop.example', 'needs_https'],
    ['http://localhost.evil.example', 'needs_https'],
    ['ftp://shop.example', 'needs_https'],
    ['https://shop.example/path', 'has_path'],
    ['https://shop.example?x', 'has_path'],
    ['https://shop.*.example', 'wildcard_place'],
    ['https://*.*.example', 'wildcard_place'],
    ['https://sh*p.example', 'wildcard_place'],
    ['https://*', 'wildcard_place'],
    ['https://*.example', 'wildcard_too_wide'],
    ['https://*.0.0.1', 'wildcard_too_wide'],
  ])('%j is refused as %s', (text, code) => expect(parseOrigin(text)).toEqual({ code }))

  test('with a wildcard covers exactly one label', () => {
    const allowed = 'https://*.shop.example'
    for (const origin of ['https://eu.shop.example', 'https://a-1.shop.example'])
      expect([origin, originMatches(allowed, origin)]).toEqual([origin, true])
    const others = [
      'https://shop.example',
      'https://a.eu.shop.example',
      'http://eu.shop.example',
      'https://eu.shop.example:8443',
      'https://eu.shop.example.evil.example',
      'https://evilshop.example',
      'https://.shop.example',
      'https://*.shop.example/',
      'https://evil.example/?https://eu.shop.example',
      'https://evil.example#.shop.example',
      'null',
    ]
    for (const origin of others) expect([origin, originMatches(allowed, origin)]).toEqual([origin, false])
  })

  test('covers none that only looks like one it covers', () => {
    const allowed = ['https://shop.example', 'https://*.partner.example']
    for (const origin of [...lookAlikes('https://shop.example'), ...lookAlikes('https://eu.partner.example')])
      if (!/^https:\/\/[a-z\d-]+\.partner\.example$/.test(origin))
        expect([origin, isOriginAllowed(allowed, origin)]).toEqual([origin, false])
    expect(isOriginAllowed(allowed, 'https://shop.example')).toBe(true)
    expect(isOriginAllowed(allowed, 'https://eu.partner.example')).toBe(true)
    expect(isOriginAllowed([], 'https://shop.example')).toBe(false)
  })

  test('is in the line that browsers receive', () => {
    expect(frameAncestors(['https://a.example', 'https://*.b.example'])).toBe('https://a.example https://*.b.example')
    expect(frameAncestors([])).toBe("'none'")
  })
})

describe('names that look alike', () => {
  test.each([
    ['harborline', 'harb0rline'],
    ['inns', '1nns'],
    ['modern', 'modem'],
    ['wave', 'vvave'],
    ['café-shop', 'cafe-shop'],
    ['раураl', 'paypal'],
    ['ads.sh0p.example', 'ads.shop.example'],
  ])('%s and %s have the same look', (one, other) => expect(lookOf(one)).toBe(lookOf(other)))

  test.each([
    ['harborline', 'harborlines'],
    ['ads.shop.example', 'ads-shop.example'],
    ['north', 'south'],
  ])('%s and %s can be told apart', (one, other) => expect(lookOf(one)).not.toBe(lookOf(other)))

  test('no login key is a word of the platform’s own addresses, or looks like one', () => {
    for (const key of ['admin', 'adm1n', 'l0gin', 'api', 'v2', 'clients', 'placard']) expect([key, isReservedKey(key)]).toEqual([key, true])
    for (const key of ['harborline', 'administration', 'video', 'north']) expect([key, isReservedKey(key)]).toEqual([key, false])
  })
})
