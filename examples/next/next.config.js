export default { serverExternalPackages: ['@handrail/core', '@handrail/http'] }
