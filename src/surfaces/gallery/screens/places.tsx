import { Empty } from '../../../ui/states.tsx'

export default function Places() {
  return <Empty heading="Places" text="Nothing is shown here yet." />
}
