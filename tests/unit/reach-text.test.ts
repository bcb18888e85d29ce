import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { reachText } from '../../src/parts/targeting-builder/targeting-reads.tsx'

const english = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })

test.each([
  [{ least: null, most: null, fewer_than: 1000, out_of: 9000 }, 'fewer than 1,000'],
  [{ least: 1200, most: 1500, fewer_than: null, out_of: 9000 }, '1,200 – 1,500'],
  [{ least: 9000, most: 9000, fewer_than: null, out_of: 9000 }, '9,000'],
])('a reach of %j is shown as %s', (reach, text) => expect(reachText(reach, english)).toBe(text))
