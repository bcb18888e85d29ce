import { type Attack, attacks, type Outcome } from './testing-attacks.ts'
import { type FakeElement, fakeElement, type Step } from './testing-element.ts'
import { fixtures } from './testing-fixtures.ts'
import { type FakeFrame, type FakeFrameOptions, fakeFrame, type Received } from './testing-frame.ts'
import { fuzzed } from './testing-fuzz.ts'
import { lookAlikes } from './testing-origins.ts'
import { runAttacks } from './testing-run.ts'
import type { ConnectedHost, ConnectHost, HostUnderTest } from './testing-target.ts'

export { attacks, fakeElement, fakeFrame, fixtures, fuzzed, lookAlikes, runAttacks }
export type { Attack, ConnectedHost, ConnectHost, FakeElement, FakeFrame, FakeFrameOptions, HostUnderTest, Outcome, Received, Step }
