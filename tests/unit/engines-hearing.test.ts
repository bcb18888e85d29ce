import { expect, test } from 'vitest'
import { policyWith } from '../support/engines/hearing-proxy.ts'

test.each([
  ["default-src 'none'; script-src 'self'", "default-src 'none'; script-src 'self' 'sha256-a'"],
  ["default-src 'none'", "default-src 'none'; script-src 'sha256-a'"],
  ["default-src 'self' data:", "default-src 'self' data:; script-src 'self' data: 'sha256-a'"],
  ["script-src 'none'; img-src data:", "img-src data:; script-src 'sha256-a'"],
  ["script-src 'self' 'unsafe-inline'", "script-src 'self' 'unsafe-inline'"],
  ["frame-ancestors 'none'", "frame-ancestors 'none'"],
])('the policy with %s gets one more source and stays as strict', (before, after) => {
  expect(policyWith(before, 'script-src', "'sha256-a'")).toBe(after)
})
