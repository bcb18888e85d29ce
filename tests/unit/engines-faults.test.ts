import { describe, expect, test } from 'vitest'
import { isFault } from '../support/engines/firefox.ts'

const fontFailure = (status: number) =>
  `downloadable font: download failed (font-family: "Placard Inter" src index:0): status=${status} source: http://localhost:4400/inter.woff2`

describe('engines: messages of Firefox', () => {
  test('a font whose download ends because the page is left is no fault', () => {
    expect(isFault(fontFailure(2152398850))).toBe(false)
  })

  test.each([fontFailure(2152398868), 'ReferenceError: total is not defined', 'Content-Security-Policy: blocked'])(
    '%s is a fault',
    (message) => {
      expect(isFault(message)).toBe(true)
    },
  )
})
