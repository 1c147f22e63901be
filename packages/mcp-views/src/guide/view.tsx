import { mount } from '../app/mount.tsx'

mount<object>({ tool: 'list_attention', takes: [], Body: () => null })
