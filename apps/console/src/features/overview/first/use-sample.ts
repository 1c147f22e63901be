import { useNavigate } from '@tanstack/react-router'
import { useOperationMutation } from '../../../api/use-operation.ts'
import { useWorkspace } from '../../../workspace/workspace.ts'

/**
 * The own sample workspace: opens it, after it was made where there is none.
 * @param shown whether the place that does it shows what went wrong; else it is said at the edge of the page
 */
export function useSample({ shown }: { shown: boolean }) {
  const { memberships } = useWorkspace()
  const navigate = useNavigate()
  const { mutateAsync, isPending, error } = useOperationMutation('addSampleWorkspace', { shown })
  const own = memberships.find(({ is_sample, role }) => is_sample && role === 'owner')
  const open = async () => {
    const id = own?.workspace_id ?? (await mutateAsync({})).data.id
    await navigate({ to: `/w/${id}` })
  }
  return { own, open, isPending, error }
}
