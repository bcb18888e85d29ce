import { useLingui } from '@lingui/react'
import { type Context, createContext, type ReactNode, useContext } from 'react'
import { type Problem, problemText } from '../../kit/problem.ts'
import { ErrorState, LoadingSkeleton, NoPermission } from '../../ui/states.tsx'

/** The context of a loaded record. `gate` names the component that provides it. */
export interface Resource<Value> {
  readonly Context: Context<Value | undefined>
  readonly gate: string
}

export const createResource = <Value,>(gate: string): Resource<Value> => ({
  Context: createContext<Value | undefined>(undefined),
  gate,
})

/** The record of the surrounding gate. Throws outside of it. */
export function useResource<Value>({ Context, gate }: Resource<Value>): Value {
  const value = useContext(Context)
  if (value === undefined) throw new Error(`A component that needs ${gate} is used outside of it`)
  return value
}

/** The states of a record that cannot be shown. */
interface ResourceStates {
  /** Heading of the error state. */
  readonly brokenHeading: ReactNode
  /** Shown to users without access. */
  readonly refused?: ReactNode
  /** Shown if the record does not exist. Without it, a missing record is an error with a retry button. */
  readonly missing?: ReactNode
}

interface ResourceErrorProps extends ResourceStates {
  readonly problem: Problem
  readonly onRetry: () => void
}

/** Says why a record cannot be shown: access refused, not found, or failed with a retry button. */
export function ResourceError({ problem, onRetry, brokenHeading, refused, missing }: ResourceErrorProps) {
  const { i18n } = useLingui()
  if (problem.kind === 'refused') return refused ?? <NoPermission />
  if (problem.kind === 'missing' && missing !== undefined) return missing
  return <ErrorState heading={brokenHeading} reason={problemText(problem, i18n)} requestId={problem.requestId} onRetry={onRetry} />
}

export interface GateProps<Value> extends ResourceStates {
  /** The response of `useRead`. */
  readonly read: {
    readonly data: Value | undefined
    readonly error: Problem | undefined
    readonly mutate: () => Promise<unknown>
  }
  readonly missing: ReactNode
  /** Whether the loaded record is not the one that the URL names, for example of another client. It counts as missing. */
  readonly isForeign?: (value: Value) => boolean
  /** Kinds of failed reloads that replace a loaded record. After any other, the record stays on screen. */
  readonly fatal?: readonly Problem['kind'][]
  /** Height of the skeleton in pixels. */
  readonly height?: number
  readonly children: (value: Value) => ReactNode
}

const missingOnly: readonly Problem['kind'][] = ['missing']

/** Shows a record after it is loaded, and before that the reason why it is not. */
export function ResourceGate<Value>(props: GateProps<Value>) {
  const { read, missing, refused, brokenHeading, isForeign, fatal = missingOnly, height = 360, children } = props
  const { data, error, mutate } = read
  if (data !== undefined && isForeign?.(data)) return missing
  if (error && (data === undefined || fatal.includes(error.kind)))
    return <ResourceError problem={error} onRetry={() => void mutate()} brokenHeading={brokenHeading} refused={refused} missing={missing} />
  return data === undefined ? <LoadingSkeleton height={height} /> : children(data)
}
