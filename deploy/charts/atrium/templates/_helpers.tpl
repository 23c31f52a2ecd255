{{- define "atrium.labels" -}}
app.kubernetes.io/name: atrium
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end }}

{{- /* A pod's labels and annotations. `of` is the part of the values; `secret` is the source of its variables. */ -}}
{{- define "atrium.podMetadata" -}}
labels:
  {{- include "atrium.labels" . | nindent 2 }}
annotations:
  # A changed secret restarts the pods at the next upgrade.
  checksum/secret: {{ get (lookup "v1" "Secret" .root.Release.Namespace .secret) "data" | toJson | sha256sum | quote }}
  {{- with .of.podAnnotations }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{- /* `account` is the chart's own one, if it creates accounts and `given` names none. */ -}}
{{- define "atrium.pod" -}}
automountServiceAccountToken: false
{{- if .given }}
serviceAccountName: {{ .given | quote }}
{{- else if .root.Values.serviceAccounts.create }}
serviceAccountName: {{ printf "%s-%s" .root.Release.Name .account | quote }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
{{- range . }}
  - name: {{ . | quote }}
{{- end }}
{{- end }}
{{- with .of.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .of.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .of.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - { name: data, emptyDir: { sizeLimit: {{ .of.scratch.data }} } }
  - { name: tmp, emptyDir: { sizeLimit: {{ .of.scratch.tmp }} } }
  {{- with .of.extraVolumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{- define "atrium.container" -}}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
resources:
  {{- toYaml .resources | nindent 2 }}
volumeMounts:
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
  {{- with .of.extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
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
{{- if .Values.operators.enabled }}
- { name: ATRIUM_OPERATOR_ORIGIN, value: {{ .Values.operators.origin | quote }} }
{{- end }}
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
