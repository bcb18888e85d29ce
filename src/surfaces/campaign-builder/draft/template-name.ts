import { templates } from '../../../contract/templates/templates.ts'
import { useRead } from '../../../kit/cache.tsx'
import type { DraftContext } from './context.ts'

/** The name of the draft's template, if it has one. The template may be inactive by now. */
export function useTemplateName({ clientId: memberGroupId, state }: Pick<DraftContext, 'clientId' | 'state'>) {
  const { campaign_template_id: templateId } = state.draft
  return useRead(templates.one, templateId === null ? null : { path: { memberGroupId, templateId } }).data?.name
}
