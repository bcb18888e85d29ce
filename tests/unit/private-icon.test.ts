// @vitest-environment jsdom
import SlDivider from '@shoelace-style/shoelace/dist/components/divider/divider.js'
import { afterEach, expect, test, vi } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import '../../src/ui/shoelace/icon.ts'

const versionOf = (tag: string): unknown => Reflect.get(customElements.get(tag) ?? {}, 'version')
/** Registers the library's icon element, in the given version, after ours. */
const register = (version: string) =>
  SlDivider.define(
    'pl-sl-icon',
    class extends SlDivider {
      static override readonly version = version
    },
  )

afterEach(() => void vi.restoreAllMocks())

test('a placeholder provides the library version from package.json', () => {
  expect(versionOf('pl-sl-icon')).toBe(packageFile.devDependencies['@shoelace-style/shoelace'])
  expect(SlDivider.version).toBe(packageFile.devDependencies['@shoelace-style/shoelace'])
})

test('the library warns about a different version of itself only', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  register(SlDivider.version)
  expect(warn).not.toHaveBeenCalled()
  register('0.0.1')
  expect(warn).toHaveBeenCalledOnce()
  expect(warn.mock.calls.join()).toContain(`v${SlDivider.version} has already been registered`)
})
