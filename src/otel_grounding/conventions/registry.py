"""The attributes of the published semantic conventions whose texts are metadata.

Written by `tests/registry_table.py` from opentelemetry-semantic-conventions 0.66b2; what it leaves out,
and why, is said there.
"""

from __future__ import annotations

_NAMES = {
    "app": """
        build_id crash.id jank.frame_count jank.period jank.threshold screen.coordinate.x screen.coordinate.y
        screen.id screen.name widget.id widget.name
    """,
    "artifact": "attestation.hash attestation.id hash purl version",
    "aws": """
        bedrock.guardrail.id bedrock.knowledge_base.id dynamodb.consistent_read dynamodb.count
        dynamodb.exclusive_start_table dynamodb.index_name dynamodb.limit dynamodb.provisioned_read_capacity
        dynamodb.provisioned_write_capacity dynamodb.scan_forward dynamodb.scanned_count dynamodb.segment
        dynamodb.select dynamodb.table_count dynamodb.table_names dynamodb.total_segments ecs.cluster.arn
        ecs.container.arn ecs.launchtype ecs.task.arn ecs.task.family ecs.task.id ecs.task.revision
        eks.cluster.arn extended_request_id kinesis.stream_name lambda.invoked_arn lambda.resource_mapping.id
        log.group.arns log.group.names log.stream.arns log.stream.names request_id s3.bucket s3.part_number
        s3.upload_id secretsmanager.secret.arn sns.topic.arn sqs.queue.url step_functions.activity.arn
        step_functions.state_machine.arn
    """,
    "az": "namespace service_request_id",
    "azure": """
        client.id cosmosdb.connection.mode cosmosdb.consistency.level cosmosdb.operation.contacted_regions
        cosmosdb.operation.request_charge cosmosdb.request.body.size cosmosdb.response.sub_status_code
        resource_group.name resource_provider.namespace service.request.id
    """,
    "browser": """
        brands language mobile platform web_vital.delta web_vital.id web_vital.name web_vital.navigation_type
        web_vital.rating web_vital.value
    """,
    "cassandra": """
        consistency.level coordinator.dc coordinator.id page.size query.idempotent speculative_execution.count
    """,
    "cicd": """
        pipeline.action.name pipeline.name pipeline.result pipeline.run.id pipeline.run.state pipeline.task.name
        pipeline.task.run.id pipeline.task.run.result pipeline.task.type system.component worker.id worker.name
        worker.state
    """,
    "cloud": "account.id availability_zone platform provider region resource_id",
    "cloudevents": "event_id event_spec_version event_type",
    "cloudfoundry": """
        app.id app.instance.id app.name org.id org.name process.id process.type space.id space.name system.id
        system.instance.id
    """,
    "code": "column column.number file.path filepath function function.name line.number lineno namespace",
    "container": """
        cpu.state csi.plugin.name csi.volume.id id image.id image.name image.repo_digests image.tags name
        runtime runtime.name runtime.version
    """,
    "cpu": "logical_number mode",
    "cpython": "gc.generation",
    "db": """
        cassandra.consistency_level cassandra.coordinator.dc cassandra.coordinator.id cassandra.idempotence
        cassandra.page_size cassandra.speculative_execution_count cassandra.table client.connection.pool.name
        client.connection.state client.connections.pool.name client.connections.state collection.name
        cosmosdb.client_id cosmosdb.connection_mode cosmosdb.consistency_level cosmosdb.container
        cosmosdb.operation_type cosmosdb.regions_contacted cosmosdb.request_charge
        cosmosdb.request_content_length cosmosdb.status_code cosmosdb.sub_status_code elasticsearch.cluster.name
        elasticsearch.node.name instance.id jdbc.driver_classname mongodb.collection mssql.instance_name name
        namespace operation operation.batch.size operation.name query.summary redis.database_index
        response.returned_rows response.status_code sql.table stored_procedure.name system system.name
    """,
    "deployment": "environment environment.name id name status",
    "destination": "address port",
    "device": "manufacturer model.identifier model.name",
    "disk": "io.direction",
    "elasticsearch": "node.name",
    "error": "type",
    "event": "name",
    "exception": "escaped type",
    "faas": """
        coldstart cron document.collection document.operation document.time instance invocation_id invoked_name
        invoked_provider invoked_region max_memory name time trigger version
    """,
    "feature_flag": "evaluation.reason key provider.name result.reason result.variant set.id variant version",
    "gcp": """
        apphub.application.container apphub.application.id apphub.application.location
        apphub.service.criticality_type apphub.service.environment_type apphub.service.id
        apphub.workload.criticality_type apphub.workload.environment_type apphub.workload.id
        apphub_destination.application.container apphub_destination.application.id
        apphub_destination.application.location apphub_destination.service.criticality_type
        apphub_destination.service.environment_type apphub_destination.service.id
        apphub_destination.workload.criticality_type apphub_destination.workload.environment_type
        apphub_destination.workload.id client.service cloud_run.job.execution cloud_run.job.task_index
        gce.instance.hostname gce.instance.name gce.instance_group_manager.name
        gce.instance_group_manager.region gce.instance_group_manager.zone
    """,
    "gen_ai": """
        agent.id agent.name agent.version conversation.id data_source.id embeddings.dimension.count
        evaluation.name evaluation.score.label evaluation.score.value openai.request.response_format
        openai.request.seed openai.request.service_tier openai.response.service_tier
        openai.response.system_fingerprint operation.name output.type prompt.name provider.name
        request.choice.count request.encoding_formats request.frequency_penalty request.max_tokens request.model
        request.presence_penalty request.seed request.stream request.temperature request.top_k request.top_p
        response.finish_reasons response.id response.model response.time_to_first_chunk system token.type
        tool.call.id tool.name tool.type usage.cache_creation.input_tokens usage.cache_read.input_tokens
        usage.completion_tokens usage.input_tokens usage.output_tokens usage.prompt_tokens
        usage.reasoning.output_tokens workflow.name
    """,
    "graphql": "operation.name operation.type",
    "heroku": "app.id release.commit release.creation_timestamp",
    "host": """
        arch cpu.cache.l2.size cpu.family cpu.model.id cpu.model.name cpu.stepping cpu.vendor.id id image.id
        image.name image.version ip mac name type
    """,
    "http": """
        connection.state flavor host method request.body.size request.method request.resend_count request.size
        request_content_length request_content_length_uncompressed response.body.size response.size
        response.status_code response_content_length response_content_length_uncompressed route scheme
        server_name status_code
    """,
    "hw": """
        battery.capacity battery.chemistry battery.state bios_version driver_version enclosure.type
        firmware_version gpu.task id limit_type logical_disk.raid_level logical_disk.state memory.type model
        name network.logical_addresses network.physical_address parent physical_disk.smart_attribute
        physical_disk.state physical_disk.type sensor_location serial_number state tape_drive.operation_type
        type vendor
    """,
    "jsonrpc": "protocol.version request.id",
    "k8s": """
        cluster.name cluster.uid container.ephemeral_storage.fs_type container.name container.restart_count
        container.status.last_terminated_reason container.status.reason container.status.state cronjob.name
        cronjob.uid daemonset.name daemonset.uid deployment.name deployment.uid hpa.metric.type hpa.name
        hpa.scaletargetref.api_version hpa.scaletargetref.kind hpa.scaletargetref.name hpa.uid hugepage.size
        job.name job.uid namespace.name namespace.phase node.condition.status node.condition.type node.name
        node.system_container.name node.uid persistentvolume.name persistentvolume.reclaim_policy
        persistentvolume.status.phase persistentvolume.uid persistentvolumeclaim.name
        persistentvolumeclaim.status.phase persistentvolumeclaim.uid pod.hostname pod.ip pod.name pod.start_time
        pod.status.phase pod.status.reason pod.uid replicaset.name replicaset.uid replicationcontroller.name
        replicationcontroller.uid resourcequota.name resourcequota.resource_name resourcequota.uid
        service.endpoint.address_type service.endpoint.condition service.endpoint.zone service.name
        service.publish_not_ready_addresses service.traffic_distribution service.type service.uid
        statefulset.name statefulset.uid storageclass.name volume.name volume.type
    """,
    "linux": "memory.slab.state",
    "log": "iostream record.uid",
    "mainframe": "lpar.name",
    "mcp": "method.name protocol.version session.id",
    "message": "compressed_size id type uncompressed_size",
    "messaging": """
        batch.message_count client.id consumer.group.name destination.anonymous destination.name
        destination.partition.id destination.subscription.name destination.template destination.temporary
        destination_publish.anonymous destination_publish.name eventhubs.consumer.group
        eventhubs.message.enqueued_time gcp_pubsub.message.ack_deadline gcp_pubsub.message.ack_id
        gcp_pubsub.message.delivery_attempt kafka.cluster.id kafka.consumer.group kafka.destination.partition
        kafka.message.offset kafka.message.tombstone kafka.offset message.body.size message.conversation_id
        message.envelope.size message.id operation operation.name operation.type rabbitmq.message.delivery_tag
        rocketmq.client_group rocketmq.consumption_model rocketmq.message.delay_time_level
        rocketmq.message.delivery_timestamp rocketmq.message.type rocketmq.namespace
        servicebus.destination.subscription_name servicebus.disposition_status servicebus.message.delivery_count
        servicebus.message.enqueued_time system
    """,
    "net": """
        host.ip host.name host.port peer.name peer.port protocol.name protocol.version sock.family
        sock.host.addr sock.host.port sock.peer.name sock.peer.port transport
    """,
    "network": """
        carrier.icc carrier.mcc carrier.mnc carrier.name connection.state connection.subtype connection.type
        interface.name io.direction local.address local.port peer.port protocol.name protocol.version transport
        type
    """,
    "nfs": "operation.name server.repcache.status",
    "oci": "manifest.digest",
    "onc_rpc": "procedure.name procedure.number program.name version",
    "openai": "api.type request.service_tier response.service_tier response.system_fingerprint",
    "openshift": "clusterquota.name clusterquota.uid",
    "opentracing": "ref_type",
    "oracle": "db.domain db.instance.name db.name db.pdb db.service",
    "oracle_cloud": "realm",
    "os": "build_id name type version",
    "otel": """
        component.name component.type event.name library.name library.version scope.name scope.schema_url
        scope.version span.parent.origin span.sampling_result status_code
    """,
    "peer": "service",
    "pool": "name",
    "pprof": """
        location.is_folded mapping.has_filenames mapping.has_functions mapping.has_inline_frames
        mapping.has_line_numbers profile.doc_url profile.drop_frames profile.keep_frames
        scope.default_sample_type scope.sample_type_order
    """,
    "process": """
        args_count context_switch.type context_switch_type cpu.state creation.time executable.build_id.gnu
        executable.build_id.go executable.build_id.htlhash executable.build_id.profiling executable.name
        executable.path exit.code exit.time group_leader.pid interactive linux.cgroup paging.fault_type
        parent_pid pid real_user.id runtime.name runtime.version saved_user.id session_leader.pid state user.id
        vpid
    """,
    "profile": "frame.type",
    "rpc": """
        connect_rpc.error_code grpc.status_code jsonrpc.error_code jsonrpc.request_id jsonrpc.version
        message.compressed_size message.id message.type message.uncompressed_size method response.status_code
        service system system.name
    """,
    "security_rule": "category license name reference ruleset.name uuid version",
    "server": "address port",
    "service": "criticality instance.id name namespace peer.name peer.namespace version",
    "session": "id previous_id",
    "system": """
        cpu.logical_number cpu.state device filesystem.mode filesystem.mountpoint filesystem.state
        filesystem.type memory.linux.hugepages.state memory.linux.slab.state memory.state network.state
        paging.direction paging.fault.type paging.state paging.type process.status processes.status
    """,
    "telemetry": "distro.name distro.version sdk.language sdk.name sdk.version",
    "test": "case.name case.result.status suite.name suite.run.status",
    "thread": "id name",
    "tls": """
        cipher curve established next_protocol protocol.name protocol.version resumed server.hash.md5
        server.hash.sha1 server.hash.sha256 server.issuer server.ja3s server.not_after server.not_before
        server.subject
    """,
    "url": "domain extension port registered_domain scheme subdomain template top_level_domain",
    "user_agent": "name os.name os.version synthetic.type version",
    "vcs": """
        change.id change.state line_change.type owner.name provider.name ref.base.name ref.base.revision
        ref.base.type ref.head.name ref.head.revision ref.head.type ref.type repository.change.id
        repository.name repository.ref.name repository.ref.revision repository.ref.type revision_delta.direction
    """,
    "webengine": "name version",
    "zos": "smf.id sysplex.name",
}

NAMES = frozenset(f"{namespace}.{name}" for namespace, names in _NAMES.items() for name in names.split())
