import { describe, expect, test } from 'vitest'
import { isFault } from '../support/engines/firefox.ts'

const fontFailure = (status: number) =>
  `downloadable font: download failed (font-family: "Placard Inter" src index:0): status=${status} source: http://localhost:4400/inter.woff2`

describe('messages of Firefox', () => {
  test('about a font whose download ended with the page are ignored', () => {
    expect(isFault(fontFailure(2152398850))).toBe(false)
  })

  test.each([fontFailure(2152398868), 'ReferenceError: total is not defined', 'Content-Security-Policy: blocked'])(
    '%s is an error',
    (message) => {
      expect(isFault(message)).toBe(true)
    },
  )
})
