import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { billing } from '../../contract/spend-limits/spend-limits.ts'
import { type Stale, useMutate } from '../../kit/mutate.ts'
import { ResourceForm, type Save } from '../resource/form.tsx'
import { useScope } from '../scope/scope.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { useClientReason } from '../scope/client-reason.ts'

/** The billing methods of the platform by id; others have the name that it returns. */
const methodWords: Readonly<Record<number, MessageDescriptor>> = {
  1: msg`Prepaid funds`,
  2: msg`Monthly invoice`,
  3: msg`Insertion order`,
}

interface BillingMethod {
  readonly billing_method_id: number
  readonly name: string
}

interface MethodsFormProps {
  readonly methods: readonly BillingMethod[]
  /** Ids of the client's methods. */
  readonly chosen: readonly number[]
  readonly version: number
  /** The parts of the contract whose responses the form changes. */
  readonly stale: Stale
}

/** Whether each method is used, by its id. */
type MethodValues = Readonly<Record<string, boolean>>

const fieldOf = (id: number) => `method_${id}`

/** Which billing methods the client uses. */
export function MethodsForm({ methods, chosen, version, stale }: MethodsFormProps) {
  const { t, i18n } = useLingui()
  const { clientId: memberGroupId, isReadonly } = useScope()
  const { mutate } = useMutate()
  const mayNot = useClientReason('member_groups.change')
  const isFixed = isReadonly || mayNot !== undefined
  const idsOf = (values: MethodValues) => methods.map(({ billing_method_id: id }) => id).filter((id) => values[fieldOf(id)])
  const save = (values: MethodValues, { version }: Save<MethodValues>) =>
    mutate(
      billing.change,
      { path: { memberGroupId }, body: { billing_method_ids: idsOf(values) } },
      { version, stale, title: t`Billing methods saved` },
    )
  return (
    <ResourceForm<MethodValues>
      name="billing methods"
      label={t`Billing methods`}
      initial={Object.fromEntries(methods.map(({ billing_method_id: id }) => [fieldOf(id), chosen.includes(id)]))}
      version={version}
      save={save}
      isReadonly={isReadonly}
      disabledBecause={({ values }) => mayNot ?? (idsOf(values).length === 0 ? t`Choose at least one billing method` : undefined)}
      submit={<Trans>Save billing methods</Trans>}
    >
      {(form) =>
        methods.map(({ billing_method_id: id, name }) => {
          const words = methodWords[id]
          const field = form.field(fieldOf(id), words ? i18n._(words) : name)
          return <Checkbox key={id} {...field} value={field.value ?? false} isReadonly={isFixed} />
        })
      }
    </ResourceForm>
  )
}
