{{- define "atrium.labels" -}}
app.kubernetes.io/name: atrium
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end }}

{{- define "atrium.pod" -}}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
{{- range . }}
  - name: {{ . | quote }}
{{- end }}
{{- end }}
{{- end }}

{{- define "atrium.container" -}}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
{{- end }}

{{- define "atrium.volumes" -}}
volumes:
  - { name: data, emptyDir: {} }
  - { name: tmp, emptyDir: {} }
{{- end }}

{{- define "atrium.s3" -}}
- { name: AWS_REGION, value: {{ .Values.s3.region | quote }} }
{{- if .Values.s3.endpoint }}
- { name: AWS_ENDPOINT_URL, value: {{ .Values.s3.endpoint | quote }} }
{{- end }}
{{- end }}

{{- define "atrium.serviceEnv" -}}
- { name: PORT, value: "8081" }
- { name: ATRIUM_ORIGIN, value: {{ .Values.origin | quote }} }
- { name: ATRIUM_OBJECTS, value: {{ .Values.objects.store | quote }} }
- { name: ATRIUM_DRAIN_SECONDS, value: {{ .Values.service.drainSeconds | quote }} }
- { name: ATRIUM_TRUSTED_PROXIES, value: {{ .Values.service.trustedProxies | quote }} }
{{- range $name, $value := .Values.service.env }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}

{{- define "atrium.releaseEnv" -}}
- { name: ATRIUM_ENVIRONMENT, value: {{ .Values.environment | quote }} }
- { name: ATRIUM_STORE, value: {{ .Values.releases.store | quote }} }
- { name: ATRIUM_RELEASE_TRUST, value: {{ .Values.releases.trust | quote }} }
- { name: SERVICE_URL, value: {{ printf "http://%s-service:8081" .Release.Name | quote }} }
{{- end }}
