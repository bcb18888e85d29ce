import { describe, expect, test } from 'vitest'
import { axisOf, pointBands, yScaleOf, labelledPoints, linePath, restingPoint } from '../../src/ui/chart/scale.ts'
import { contrast, themeVariables } from '../../src/ui/theme/theme.ts'
import { SeededRandom } from '../../demo/platform/delivery/chance.ts'

const box = { width: 700, height: 272, left: 44, right: 40, top: 28, bottom: 26 }

describe('a chart axis', () => {
  test.each([
    [
      [120, 540, 470],
      [0, 200, 400, 600],
    ],
    [
      [7.9, 5],
      [0, 3, 6, 9],
    ],
    [
      [0, 0],
      [0, 0.4, 0.8, 1.2],
    ],
    [[], [0, 0.4, 0.8, 1.2]],
    [
      [null, 0.0071],
      [0, 0.0025, 0.005, 0.0075],
    ],
    [[11_999], [0, 4000, 8000, 12_000]],
  ])('for %j has the ticks %j', (values, ticks) => expect(axisOf(values).ticks).toEqual(ticks))

  test('contains every value of 2,000 random sets', () => {
    const chance = new SeededRandom('axis')
    for (let times = 0; times < 2000; times++) {
      const most = 10 ** chance.between(-5, 12)
      const { top, ticks } = axisOf([most, most / 3])
      expect(top).toBeGreaterThanOrEqual(most * (1 - 1e-12))
      expect(top).toBeLessThan(most * 2.2)
      expect(ticks).toHaveLength(4)
    }
  })
})

test('points run from left to right, or mirrored for right-to-left languages', () => {
  const x = pointBands(30, box, false)
  const mirrored = pointBands(30, box, true)
  expect(x.at(0)).toBeLessThan(x.at(29))
  expect(mirrored.at(0)).toBeGreaterThan(mirrored.at(29))
  expect(pointBands(1, box, false).width).toBeGreaterThan(0)
  expect(yScaleOf(10, box)(0)).toBe(box.height - box.bottom)
})

test('labels do not overlap, and are in even steps from the first point', () => {
  for (const count of [1, 2, 7, 30, 31, 92, 400]) {
    const labelled = labelledPoints(count, 600, 80)
    expect(labelled.length).toBeLessThanOrEqual(8)
    expect(labelled[0]).toBe(0)
    const steps = labelled.slice(1).map((index, nth) => index - (labelled[nth] ?? 0))
    expect(new Set(steps).size).toBeLessThanOrEqual(1)
    expect(count - 1 - (labelled.at(-1) ?? 0)).toBeLessThan(steps[0] ?? 1)
  }
  expect(labelledPoints(0, 600, 80)).toEqual([])
})

test('a chart shows the last point with final values at first', () => {
  expect([restingPoint(7, 4), restingPoint(7, 7), restingPoint(7, 0), restingPoint(0, 0)]).toEqual([3, 6, 6, -1])
})

test('a theme has enough contrast for 300 random client colours', () => {
  const chance = new SeededRandom('themes')
  const colour = () => `#${chance.integer(0, 0xffffff).toString(16).padStart(6, '0')}`
  for (let times = 0; times < 300; times++) {
    const made = themeVariables({ font_family: 'Default', primary_color: colour(), button_color: colour(), button_text_color: colour() })
    const [, light = '', dark = ''] = /light-dark\((.+), (.+)\)/.exec(made['--ad-accent-text'] ?? '') ?? []
    // Backgrounds of the surface, of hovered and selected items, and of menus.
    for (const ground of ['#ffffff', '#f5f5f5', made['--ad-accent-50'] ?? ''])
      expect(contrast(light, ground), ground).toBeGreaterThanOrEqual(4.5)
    for (const ground of ['#131415', '#1a1b1d', '#252628']) expect(contrast(dark, ground), ground).toBeGreaterThanOrEqual(4.5)
    expect(contrast(made['--ad-accent'] ?? '', made['--ad-on-accent'] ?? '')).toBeGreaterThanOrEqual(4.5)
    for (const value of Object.values(made)) expect(value).toMatch(/^(#[\da-f]{6}|light-dark\(#[\da-f]{6}, #[\da-f]{6}\))$/)
  }
})

test('the font Limitless never shows the face of the default font', () => {
  const fontOf = (font_family: 'Default' | 'Limitless') =>
    themeVariables({ font_family, primary_color: '#123abc', button_color: '#123abc', button_text_color: '#ffffff' })['--ad-font']
  expect(fontOf('Default')).toBeUndefined()
  expect(fontOf('Limitless')).toMatch(/^Limitless, system-ui,/)
  expect(fontOf('Limitless')).not.toContain('Inter')
})

test('a line breaks at a missing value, and contains no NaN', () => {
  const path = linePath([1, null, 2, 3, null], pointBands(5, box, false), yScaleOf(3, box), () => true)
  expect(path.match(/[ML]/g)).toEqual(['M', 'M', 'L'])
  expect(path).not.toContain('NaN')
  expect(linePath([], pointBands(0, box, false), yScaleOf(1, box), () => true)).toBe('')
})
